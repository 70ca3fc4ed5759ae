# %% [markdown]
# # Learning to pot a ball
#
# The environment `pot-a-ball` places cue ball and object ball at random. A small network learns where
# to aim: from the positions it predicts, for 60 offsets of the path from the centre of the object
# ball, how likely each one pots it. The simulator answers all 60 at once for thousands of tables, so
# that the network learns from every one of them. Two idle cores need less than a minute.

# %%
import os
import time

import matplotlib.pyplot as plt
import numpy as np

import cuelab

ROUNDS = int(os.environ.get("CUELAB_ROUNDS", "45"))  # fewer for a quick look
TABLES, OFFSETS, SPEED = 500, 60, 2.5
random = np.random.default_rng(1)
env = cuelab.env.make("pot-a-ball", TABLES, autoreset="SameStep")
R = env.scene.radii[0]
HALF = np.array([env.scene.table["length"], env.scene.table["width"]]) / 2
# offsets of the path in ball diameters; beyond 1 the balls do not meet
OFFSET = np.linspace(-0.97, 0.97, OFFSETS)

# %% [markdown]
# ## What the network sees
# The table is symmetric, so every position is turned to the quarter in which the object ball has
# x > 0 and y > 0. Turning over one axis exchanges left and right.

# %%
def seen(observations):
    """Features, and whether left and right are exchanged."""
    cue, ball = observations[:, 0:2], observations[:, 3:5]
    signs = np.where(ball < 0.0, -1.0, 1.0)
    cue, ball = cue * signs, ball * signs
    way = ball - cue
    distance = np.linalg.norm(way, axis=1, keepdims=True)
    # directions to the six pockets, seen along the way of the cue ball
    pockets = np.array([p[1:3] for p in env.scene.table["pockets"]])
    pockets = pockets[np.lexsort(pockets.T)]
    to = pockets[None] - ball[:, None]
    along = way / distance
    angle = np.arctan2(along[:, None, 0] * to[..., 1] - along[:, None, 1] * to[..., 0],
                       (along[:, None] * to).sum(-1))
    features = np.concatenate([cue / HALF, ball / HALF, along, distance, angle,
                               np.linalg.norm(to, axis=-1)], axis=1)
    return features, signs.prod(axis=1) < 0.0


def actions_for(observations, offset):
    """Strokes whose path passes the object ball at offsets (tables, M), positive: on its left."""
    way = observations[:, 3:5] - observations[:, 0:2]
    distance = np.linalg.norm(way, axis=1)[:, None]
    heading = np.arctan2(way[:, 1], way[:, 0])[:, None] + np.arcsin(2 * R * offset / distance)
    heading = (np.degrees(heading) + 180.0) % 360.0 - 180.0
    actions = np.zeros(offset.shape + (4,))
    actions[..., 0], actions[..., 1] = SPEED, heading
    return actions


# %% [markdown]
# ## The network
# Two hidden layers, written out; Adam (Kingma and Ba 2015) moves the weights.

# %%
class Network:
    def __init__(self, sizes):
        self.weights = [w for a, b in zip(sizes, sizes[1:])
                        for w in (random.normal(0.0, np.sqrt(2.0 / a), (a, b)).astype(np.float32),
                                  np.zeros(b, np.float32))]
        self.moments = [(np.zeros_like(w), np.zeros_like(w)) for w in self.weights]
        self.steps = 0

    def layers(self, x):
        found = [x]
        for k in range(0, len(self.weights), 2):
            x = x @ self.weights[k] + self.weights[k + 1]
            if k + 2 < len(self.weights):
                x = np.maximum(x, 0.0)
            found.append(x)
        return found

    def __call__(self, x):
        return 1.0 / (1.0 + np.exp(-self.layers(x)[-1]))

    def learn(self, x, truth, rate=2e-3):
        layers = self.layers(x)
        slope = (1.0 / (1.0 + np.exp(-layers[-1])) - truth) / len(x)
        slopes = []
        for k in range(len(self.weights) - 2, -1, -2):
            slopes = [layers[k // 2].T @ slope, slope.sum(axis=0)] + slopes
            slope = (slope @ self.weights[k].T) * (layers[k // 2] > 0.0)
        self.steps += 1
        for w, (m, v), g in zip(self.weights, self.moments, slopes):
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            w -= rate * (m / (1 - 0.9 ** self.steps)) / (
                np.sqrt(v / (1 - 0.999 ** self.steps)) + 1e-8)


observations, _ = env.reset(seed=1)
network = Network([seen(observations)[0].shape[1], 128, 128, OFFSETS])

# %% [markdown]
# ## Learning
# Every round tries all offsets on new tables and adds what happened to the memory.

# %%
def play(tables, choose, seed):
    """Share of balls potted on tables that were never seen before."""
    test = cuelab.env.make("pot-a-ball", tables)
    observations, _ = test.reset(seed=seed)
    offset = choose(observations)[:, None]
    return test.step(actions_for(observations, offset)[:, 0])[1].mean()


def by_network(observations):
    features, is_turned = seen(observations)
    best = network(features.astype(np.float32)).argmax(axis=1)
    return np.where(is_turned, -1.0, 1.0) * OFFSET[best]


def by_chance(observations):
    return random.uniform(-0.97, 0.97, len(observations))


start = time.perf_counter()
memory_x, memory_y, shares = [], [], []
for k in range(ROUNDS):
    observations, *_ = env.step(env.action_space.sample())  # new tables
    made = env.peek(actions_for(observations, np.tile(OFFSET, (TABLES, 1))))
    features, is_turned = seen(observations)
    made[is_turned] = made[is_turned, ::-1]
    memory_x.append(features.astype(np.float32))
    memory_y.append(made.astype(np.float32))
    x, y = np.concatenate(memory_x), np.concatenate(memory_y)
    for _ in range(40):
        pick = random.integers(len(x), size=256)
        network.learn(x[pick], y[pick], rate=2e-3 if k < 0.7 * ROUNDS else 5e-4)
    shares.append(play(2000, by_network, seed=10**6 + k))
seconds = time.perf_counter() - start
chance = play(20000, by_chance, seed=7)
learned = play(20000, by_network, seed=8)
print(f"{ROUNDS * TABLES * OFFSETS} strokes and {network.steps} steps of learning")
print(f"aimed at the ball by chance: {chance:.3f}; learned: {learned:.3f}")

# %%
figure, axes = plt.subplots(figsize=(7, 4))
axes.plot(1 + np.arange(ROUNDS), shares, label="learned")
axes.axhline(chance, color="grey", linestyle="--", label="by chance")
axes.set(xlabel="round", ylabel="share of balls potted", ylim=(0, 1))
axes.legend()
plt.show()

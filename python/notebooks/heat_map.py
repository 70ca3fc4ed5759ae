# %% [markdown]
# # From where is a ball easy to make?
#
# The object ball lies still, the cue ball may lie anywhere. For every place we find the heading that
# sends the object ball into the corner and then play it many times with the errors of a human hand.

# %%
import os

import matplotlib.pyplot as plt
import numpy as np

import cuelab

FINE = int(os.environ.get("CUELAB_GRID", "72"))  # places along the table
scene = cuelab.Scene({
    "schema": 1, "name": "a ball to make", "table": {"preset": "pool-9ft"},
    "balls": [{"id": "cue", "position": [-0.6, 0.0]}, {"id": "1", "position": [0.6, 0.2]}],
    "shot": {"ball": "cue", "speed": 2.5}})
scene

# %% [markdown]
# ## Places and headings
# From each place the ghost ball gives a first heading; throw and the cloth ask for a little more, so
# we try headings around it, all of them in one batch without noise.

# %%
R = scene.radii[0]
length, width = scene.table["length"], scene.table["width"]
x = np.linspace(-length / 2 + 2 * R, length / 2 - 2 * R, FINE)
y = np.linspace(-width / 2 + 2 * R, width / 2 - 2 * R, FINE // 2)
places = np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)
ball = scene.positions[1, :2]
pockets = scene.table["pockets"]
target = max(range(len(pockets)), key=lambda k: pockets[k][1] + pockets[k][2])  # upper right corner
corner = np.array(pockets[target][1:3])
ghost = ball - 2 * R * (corner - ball) / np.linalg.norm(corner - ball)
free = np.linalg.norm(places - ball, axis=1) > 2.1 * R
places = places[free]

TURNS = np.linspace(-3.0, 3.0, 61)
aim = np.degrees(np.arctan2(ghost[1] - places[:, 1], ghost[0] - places[:, 0]))
headings = aim[:, None] + TURNS


def strikes(heading, speed=2.5):
    rows = np.zeros((heading.size, 5))
    rows[:, 0], rows[:, 1] = speed, heading.ravel()
    return rows


def balls(places, times):
    rows = np.tile(scene.positions, (len(places), 1, 1))
    rows[:, 0, :2] = places
    return np.repeat(rows, times, axis=0)


tried = cuelab.rollout(scene, strikes(headings), balls=balls(places, len(TURNS)))
made = (tried.pocket[:, 0, 1] == target).reshape(headings.shape)
print(f"{made.size} strokes; {made.any(axis=1).mean():.0%} of the places have a way into the corner")

# %% [markdown]
# The middle of the widest run of headings that make it is the safest one.

# %%
length_of_run = np.zeros(made.shape, int)  # of the run that ends here
for k in range(len(TURNS)):
    length_of_run[:, k] = (length_of_run[:, k - 1] + 1 if k else 1) * made[:, k]
end = length_of_run.argmax(axis=1)
middle = end - length_of_run.max(axis=1) // 2
chosen = headings[np.arange(len(places)), middle]
noise = cuelab.noise_levels()["computational-pool"]
noise = {name: 2.0 * deviation for name, deviation in noise.items()}
played = cuelab.rollout(scene, strikes(chosen), balls=balls(places, 1), noise=noise, samples=100,
                        seed=1)
share = (played.pocket[:, :, 1] == target).mean(axis=1)
scratch = (played.pocket[:, :, 0] >= 0).mean(axis=1)

# %%
grid = np.full(len(free), np.nan)
grid[free] = share
figure, axes = plt.subplots(figsize=(10, 4.8))
picture = axes.pcolormesh(x, y, grid.reshape(len(y), len(x)), cmap="viridis", vmin=0, vmax=1)
axes.plot(*ball, "o", color="gold", markersize=9, markeredgecolor="black")
for _, px, py, radius in pockets:
    axes.add_patch(plt.Circle((px, py), radius, color="black"))
axes.set(aspect="equal", xlabel="x [m]", ylabel="y [m]",
         title="chance of making the ball into the upper right corner")
figure.colorbar(picture, label="share of 100 strokes")
plt.show()
print(f"mean {share.mean():.3f}, best {share.max():.2f}, scratches {scratch.mean():.3f}")

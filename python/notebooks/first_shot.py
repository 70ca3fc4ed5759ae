# %% [markdown]
# # First shot
#
# A scene is a table, balls, physics and a stroke. This one comes with the library: a cut of thirty
# degrees with left side.

# %%
import matplotlib.pyplot as plt
import numpy as np

import cuelab

scene = cuelab.Scene.load("cut_left_side")
scene

# %% [markdown]
# `simulate` plays it. A run shows itself as a picture.

# %%
run = cuelab.simulate(scene)
run

# %% [markdown]
# What happened, in words and as arrays:

# %%
for t, kind, ball, other in run.describe():
    print(f"{t:7.4f} s  {kind:20} {ball:4} {other}")
print(run.events.dtype.names, run.events[0])
print(run.outcome["pocketed"], run.judge("eight-ball"))

# %% [markdown]
# Positions are exact at any time [m]. Energy is in joules, potential energy relative to the cloth, so
# that a ball in a pocket has less than none.

# %%
t = np.linspace(0.0, run.t_end, 400)
speed = np.linalg.norm(run.velocities(t), axis=-1)
figure, (left, right) = plt.subplots(1, 2, figsize=(10, 3.5))
for k, ball in enumerate(scene.balls):
    left.plot(t, speed[:, k], label=ball)
left.set(xlabel="t [s]", ylabel="speed [m/s]")
left.legend()
right.plot(t, run.energy_at(t), color="black")
right.set(xlabel="t [s]", ylabel="energy [J]")
plt.show()
print(run.energy)

# %% [markdown]
# Scenes are constant; `replace` gives a changed copy. Side turns the cue ball off its line (squirt),
# so that it meets the object ball elsewhere, and changes its way off the cushion:

# %%
figure, axes = plt.subplots(figsize=(8, 4))
for side in (-0.4, -0.2, 0.0, 0.2, 0.4):
    other = cuelab.simulate(scene.replace(**{"shot.side": side}))
    path = other.positions(np.linspace(0.0, other.t_end, 500))[:, 0]
    axes.plot(path[:, 0], path[:, 1], label=f"side {side:+.1f} R")
axes.set(xlabel="x [m]", ylabel="y [m]", aspect="equal", xlim=(-1.3, 1.3), ylim=(-0.7, 0.7))
axes.legend(loc="lower left", fontsize=8)
plt.show()

# %% [markdown]
# The same stroke by all four engines, and its exact derivatives with respect to the stroke:

# %%
for engine in cuelab.ENGINES:
    other = cuelab.simulate(scene, engine=engine)
    print(f"{engine:8} {len(other.events):4} events, cue ball ends at {other.final[0, :2]}")
derivatives = run.derivatives(["shot.speed", "shot.heading"])
print("cue ball, per m/s and per degree [m]:", derivatives.final[0, :2].round(4).tolist())
print("margins [m/s, degree]:", derivatives.margin.round(4).tolist())

# %% [markdown]
# `run.animate()` as the last line of a cell shows a replay; `save` writes it as a page of its own.

# %%
page = run.animate()
print(f"{len(page) // 1000} kB")

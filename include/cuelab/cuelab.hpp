#pragma once

#include "cuelab/ball.hpp"
#include "cuelab/draw.hpp"
#include "cuelab/event_engine.hpp"
#include "cuelab/io.hpp"
#include "cuelab/physics.hpp"
#include "cuelab/result.hpp"
#include "cuelab/scene.hpp"
#include "cuelab/table.hpp"
#include "cuelab/trajectory.hpp"
#include "cuelab/vec.hpp"
#include "cuelab/version.hpp"

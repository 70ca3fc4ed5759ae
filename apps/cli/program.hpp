#pragma once

namespace cuelab::cli {

/// Parses the command line and runs the command it names. Returns the exit code.
int run(int argc, char** argv);

}  // namespace cuelab::cli

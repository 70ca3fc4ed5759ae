#include <exception>

#include "console.hpp"
#include "program.hpp"

int main(int argc, char** argv) {
  cuelab::cli::install_signal_handlers();
  try {
    return cuelab::cli::run(argc, argv);
  } catch (const std::exception& error) {
    cuelab::cli::fail({"", "", std::string("internal failure: ") + error.what()});
    return cuelab::cli::internal_failure;
  }
}

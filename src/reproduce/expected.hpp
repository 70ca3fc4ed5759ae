#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/reproduce.hpp"

namespace cuelab::reproduction {

/// Expected values of one kind.
struct ExpectedFigures {
  std::string what;    ///< the quantities
  std::string unit;    ///< may be empty
  std::string source;  ///< a paper, a closed form, or the second program
  Evidence evidence = Evidence::printed;
  double tolerance = 0.0;
  int decimals = 3;                       ///< shown
  std::vector<std::vector<double>> rows;  ///< one per case
};

/// A statement of a paper and its known verdict here.
struct Claim {
  std::string text;
  std::string source;
  Verdict recorded = Verdict::agrees;
};

/// The content of experiments/NAME/expected.toml.
struct Expected {
  std::string title;
  std::string source;
  std::string paper_time;               ///< run time stated in the paper; may be empty
  std::string scene;                    ///< path of the input within the source tree; may be empty
  std::string adds;                     ///< findings beyond the papers; may be empty
  std::vector<std::string> references;  ///< keys of experiments/references.toml
  std::map<std::string, ExpectedFigures, std::less<>> figures;
  std::map<std::string, Claim, std::less<>> claims;
};

/// Throws std::logic_error if the text is malformed: it is part of the program.
Expected parse_expected(std::string_view toml);

/// A cited work.
struct Reference {
  std::string text;
  std::string url;  ///< its DOI, or its address
};

/// The works that the reports cite, by key.
std::map<std::string, Reference, std::less<>> references();

}  // namespace cuelab::reproduction

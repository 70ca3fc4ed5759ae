#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cuelab/study.hpp"

namespace cuelab::study {

/// Figures of one kind, to compare with.
struct Published {
  std::string what;    ///< the quantities
  std::string unit;    ///< may be empty
  std::string source;  ///< a paper, a closed form, or another program
  double tolerance = 0.0;
  int decimals = 3;                       ///< shown
  std::vector<std::vector<double>> rows;  ///< one per case
};

/// A statement of a paper, and what is known to come out here.
struct Claim {
  std::string text;
  std::string source;
  Verdict recorded = Verdict::agrees;
};

/// What experiments/NAME/expected.toml says.
struct Expected {
  std::string title;
  std::string source;
  std::string paper_time;               ///< what the paper needed; may be empty
  std::string scene;                    ///< path of the input within the source tree; may be empty
  std::string adds;                     ///< what it shows beyond the papers; may be empty
  std::vector<std::string> references;  ///< keys of experiments/references.toml
  std::map<std::string, Published, std::less<>> figures;
  std::map<std::string, Claim, std::less<>> claims;
};

/// Throws std::logic_error when the text is not of that form: it is part of the program.
Expected parse_expected(std::string_view toml);

/// The works the reports cite: key and full reference.
std::map<std::string, std::string, std::less<>> references();

}  // namespace cuelab::study

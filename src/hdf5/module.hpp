#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "cuelab/result.hpp"

namespace cuelab::hdf5 {

/// Name of the module's file. The module alone needs the HDF5 library; the program loads it when
/// it writes such a file.
inline constexpr const char* module_file = "cuelab-hdf5.so";

using AttributeValue = std::variant<std::string, double, std::uint64_t, std::vector<double>,
                                    std::vector<std::uint64_t>>;
using Attributes = std::vector<std::pair<std::string, AttributeValue>>;

enum class ColumnType : std::uint8_t { number, count, text };

/// A dataset. Folders on the path are made.
struct Column {
  std::string path;  ///< "metrics/potted/estimate"
  ColumnType type = ColumnType::number;
  std::vector<std::uint64_t> shape;  ///< of the whole dataset
  std::size_t text_size = 0;         ///< bytes of the longest text
  Attributes attributes{};
};

/// A file being written.
struct File;

/// The functions that the program takes from the module. Columns are written from the beginning to
/// the end, in any number of parts. The same calls give the same bytes.
struct Module {
  /// Version of the HDF5 library.
  std::string (*version)();
  Result<File*> (*create)(const std::string& path, const Attributes& attributes);
  /// The column's number.
  Result<std::size_t> (*add_column)(File* file, const Column& column);
  std::optional<Error> (*write_numbers)(File* file, std::size_t column,
                                        std::span<const double> values);
  std::optional<Error> (*write_counts)(File* file, std::size_t column,
                                       std::span<const std::uint64_t> values);
  std::optional<Error> (*write_texts)(File* file, std::size_t column,
                                      std::span<const std::string> values);
  /// Closes the file, writes it to the disk, reads all columns back and compares them with what
  /// was written. Frees it, also after an error.
  std::optional<Error> (*finish)(File* file);
  /// Closes and frees it.
  void (*discard)(File* file);
};

}  // namespace cuelab::hdf5

extern "C" const cuelab::hdf5::Module* cuelab_hdf5_module();

#include "hdf5/module.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <numeric>

namespace cuelab::hdf5 {

/// An object of the library, closed by the function that its kind needs.
class Handle {
 public:
  Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&&) = delete;
  ~Handle() { reset(); }

  hid_t get() const { return id_; }
  explicit operator bool() const { return id_ >= 0; }
  void reset() {
    if (id_ >= 0) close_(id_);
    id_ = -1;
  }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

namespace {

/// FNV-1a.
std::uint64_t checksum(const void* data, std::size_t size, std::uint64_t sum) {
  const auto* bytes = static_cast<const unsigned char*>(data);
  for (std::size_t i = 0; i < size; ++i) sum = (sum ^ bytes[i]) * 0x100000001b3U;
  return sum;
}

}  // namespace

struct OpenColumn {
  std::string path;
  Handle dataset;
  Handle type;
  std::vector<std::uint64_t> shape;
  std::uint64_t written = 0;  ///< values, along the first dimension times the rest
  std::uint64_t sum = 0;

  std::uint64_t row() const {  ///< values per step of the first dimension
    return std::accumulate(shape.begin() + 1, shape.end(), std::uint64_t{1}, std::multiplies<>());
  }
};

struct File {
  std::string path;
  Handle file;
  std::vector<OpenColumn> columns{};
};

namespace {

Error failure(const std::string& path) {
  const int number = errno;
  return {.file = path,
          .key = "",
          .what = number != 0 ? fmt::format("cannot be written: {}", std::strerror(number))
                              : std::string("cannot be written: the HDF5 library failed")};
}

std::string version_text() {
  unsigned major = 0, minor = 0, release = 0;
  H5get_libversion(&major, &minor, &release);
  return fmt::format("{}.{}.{}", major, minor, release);
}

Handle text_type(std::size_t size) {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  H5Tset_size(type.get(), std::max<std::size_t>(size, 1));
  H5Tset_cset(type.get(), H5T_CSET_UTF8);
  H5Tset_strpad(type.get(), H5T_STR_NULLPAD);
  return type;
}

bool write_attribute(hid_t owner, const std::string& name, hid_t type, hid_t space,
                     const void* data) {
  const Handle attribute(H5Acreate2(owner, name.c_str(), type, space, H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose);
  return attribute && H5Awrite(attribute.get(), type, data) >= 0;
}

template <class Number>
bool write_list(hid_t owner, const std::string& name, hid_t type,
                const std::vector<Number>& values) {
  const hsize_t size = values.size();
  const Handle space(H5Screate_simple(1, &size, nullptr), H5Sclose);
  return write_attribute(owner, name, type, space.get(), values.data());
}

bool write_value(hid_t owner, const std::string& name, const AttributeValue& value) {
  const Handle scalar(H5Screate(H5S_SCALAR), H5Sclose);
  if (const auto* text = std::get_if<std::string>(&value)) {
    // short texts are attributes; long ones do not fit into an object's header
    const Handle type = text_type(text->size());
    return write_attribute(owner, name, type.get(), scalar.get(), text->data());
  }
  if (const auto* number = std::get_if<double>(&value)) {
    return write_attribute(owner, name, H5T_IEEE_F64LE, scalar.get(), number);
  }
  if (const auto* count = std::get_if<std::uint64_t>(&value)) {
    return write_attribute(owner, name, H5T_STD_U64LE, scalar.get(), count);
  }
  if (const auto* list = std::get_if<std::vector<double>>(&value)) {
    return write_list(owner, name, H5T_IEEE_F64LE, *list);
  }
  return write_list(owner, name, H5T_STD_U64LE, std::get<std::vector<std::uint64_t>>(value));
}

bool write_all(hid_t owner, const Attributes& attributes) {
  return std::ranges::all_of(
      attributes, [&](const auto& pair) { return write_value(owner, pair.first, pair.second); });
}

Result<File*> create(const std::string& path, const Attributes& attributes) {
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
  errno = 0;
  // no time stamps: the same study gives the same bytes
  const Handle creation(H5Pcreate(H5P_FILE_CREATE), H5Pclose);
  H5Pset_obj_track_times(creation.get(), false);
  auto file = std::make_unique<File>(File{
      .path = path,
      .file = Handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation.get(), H5P_DEFAULT), H5Fclose),
      .columns = {}});
  if (!file->file || !write_all(file->file.get(), attributes)) return failure(path);
  return file.release();
}

Handle type_of(const Column& column) {
  if (column.type == ColumnType::text) return text_type(column.text_size);
  return {H5Tcopy(column.type == ColumnType::number ? H5T_IEEE_F64LE : H5T_STD_U64LE), H5Tclose};
}

Result<std::size_t> add_column(File* file, const Column& column) {
  errno = 0;
  const std::vector<hsize_t> shape(column.shape.begin(), column.shape.end());
  const Handle space(H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                     H5Sclose);
  const Handle links(H5Pcreate(H5P_LINK_CREATE), H5Pclose);
  H5Pset_create_intermediate_group(links.get(), 1);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_obj_track_times(creation.get(), false);
  Handle type = type_of(column);
  Handle dataset(H5Dcreate2(file->file.get(), column.path.c_str(), type.get(), space.get(),
                            links.get(), creation.get(), H5P_DEFAULT),
                 H5Dclose);
  if (!dataset || !write_all(dataset.get(), column.attributes)) return failure(file->path);
  file->columns.push_back({.path = column.path,
                           .dataset = std::move(dataset),
                           .type = std::move(type),
                           .shape = column.shape});
  return file->columns.size() - 1;
}

/// The part of a column from `first` on, as a selection in its space.
Handle part_of(const OpenColumn& column, std::uint64_t first, std::uint64_t values) {
  Handle space(H5Dget_space(column.dataset.get()), H5Sclose);
  std::vector<hsize_t> start(column.shape.size(), 0),
      count(column.shape.begin(), column.shape.end());
  start[0] = first / column.row();
  count[0] = values / column.row();
  H5Sselect_hyperslab(space.get(), H5S_SELECT_SET, start.data(), nullptr, count.data(), nullptr);
  return space;
}

std::optional<Error> write(File* file, std::size_t index, const void* data, std::size_t values) {
  OpenColumn& column = file->columns[index];
  if (values == 0) return {};
  errno = 0;
  const hsize_t size = values;
  const Handle memory(H5Screate_simple(1, &size, nullptr), H5Sclose);
  const Handle part = part_of(column, column.written, values);
  if (H5Dwrite(column.dataset.get(), column.type.get(), memory.get(), part.get(), H5P_DEFAULT,
               data) < 0) {
    return failure(file->path);
  }
  column.sum = checksum(data, values * H5Tget_size(column.type.get()), column.sum);
  column.written += values;
  return {};
}

std::optional<Error> write_numbers(File* file, std::size_t column, std::span<const double> values) {
  return write(file, column, values.data(), values.size());
}

std::optional<Error> write_counts(File* file, std::size_t column,
                                  std::span<const std::uint64_t> values) {
  return write(file, column, values.data(), values.size());
}

std::optional<Error> write_texts(File* file, std::size_t column,
                                 std::span<const std::string> values) {
  const std::size_t size = H5Tget_size(file->columns[column].type.get());
  std::string bytes(values.size() * size, '\0');
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::memcpy(bytes.data() + i * size, values[i].data(), std::min(size, values[i].size()));
  }
  return write(file, column, bytes.data(), values.size());
}

/// Reads a column back.
bool is_as_written(hid_t file, const OpenColumn& old) {
  OpenColumn column{.path = old.path,
                    .dataset = Handle(H5Dopen2(file, old.path.c_str(), H5P_DEFAULT), H5Dclose),
                    .type = Handle(H5Tcopy(old.type.get()), H5Tclose),
                    .shape = old.shape};
  if (!column.dataset) return false;
  const std::uint64_t whole =
      std::accumulate(old.shape.begin(), old.shape.end(), std::uint64_t{1}, std::multiplies<>());
  if (whole != old.written) return false;
  const std::size_t value_size = H5Tget_size(column.type.get());
  // about a megabyte at a time
  const std::uint64_t rows = std::max<std::uint64_t>(1, (1U << 20U) / (column.row() * value_size));
  const std::uint64_t block = std::min(whole, rows * column.row());
  std::vector<char> bytes(block * value_size);
  for (std::uint64_t first = 0; first < whole; first += block) {
    const hsize_t values = std::min(block, whole - first);
    const Handle memory(H5Screate_simple(1, &values, nullptr), H5Sclose);
    const Handle part = part_of(column, first, values);
    if (H5Dread(column.dataset.get(), column.type.get(), memory.get(), part.get(), H5P_DEFAULT,
                bytes.data()) < 0) {
      return false;
    }
    column.sum = checksum(bytes.data(), values * value_size, column.sum);
  }
  return column.sum == old.sum;
}

bool is_on_disk(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  const bool done = ::fsync(file) == 0;
  ::close(file);
  return done;
}

std::optional<Error> finish(File* raw) {
  const std::unique_ptr<File> file(raw);
  errno = 0;
  for (OpenColumn& column : file->columns) column.dataset.reset();
  if (H5Fflush(file->file.get(), H5F_SCOPE_GLOBAL) < 0) return failure(file->path);
  file->file.reset();
  if (!is_on_disk(file->path)) return failure(file->path);
  const Handle again(H5Fopen(file->path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
  const auto is_whole = [&](const OpenColumn& c) { return is_as_written(again.get(), c); };
  if (again && std::ranges::all_of(file->columns, is_whole)) return {};
  return Error{.file = file->path, .key = "", .what = "differs from what was written to it"};
}

void discard(File* file) { delete file; }

}  // namespace
}  // namespace cuelab::hdf5

extern "C" const cuelab::hdf5::Module* cuelab_hdf5_module() {
  using namespace cuelab::hdf5;
  // before all else: after a failed write, what the library does at the end of the program crashes
  H5dont_atexit();
  static const Module module{version_text, create,      add_column, write_numbers,
                             write_counts, write_texts, finish,     discard};
  return &module;
}

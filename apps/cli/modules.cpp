#include "modules.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

namespace cuelab::cli {
namespace {

namespace fs = std::filesystem;

/// A function of a module, which is never unloaded.
Result<void*> find_function(const char* file, const char* name) {
  std::error_code ignored;
  const fs::path folder = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  const fs::path installed = folder.parent_path() / "lib" / "cuelab";
  for (const fs::path& place : {folder, installed}) {
    const fs::path path = place / file;
    if (!fs::exists(path, ignored)) continue;
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    void* function = module != nullptr ? dlsym(module, name) : nullptr;
    if (function != nullptr) return function;
    return Error{path.string(), "", fmt::format("cannot be loaded: {}", dlerror())};
  }
  return Error{file, "",
               fmt::format("this part of the program is missing; looked in {} and {}",
                           folder.string(), installed.string())};
}

}  // namespace

Result<const film::Module*> load_film_module() {
  const auto function = find_function(film::module_file, "cuelab_film_module");
  if (!function) return function.error();
  return reinterpret_cast<decltype(&cuelab_film_module)>(*function)();
}

Result<decltype(&cuelab_view_serve)> load_view_server() {
  const auto function = find_function(view::module_file, "cuelab_view_serve");
  if (!function) return function.error();
  return reinterpret_cast<decltype(&cuelab_view_serve)>(*function);
}

Result<const hdf5::Module*> load_hdf5_module() {
  const auto function = find_function(hdf5::module_file, "cuelab_hdf5_module");
  if (!function) return function.error();
  return reinterpret_cast<decltype(&cuelab_hdf5_module)>(*function)();
}

Result<const cluster::Module*> load_cluster_module() {
  const auto function = find_function(cluster::module_file, "cuelab_cluster_module");
  if (!function) return function.error();
  return reinterpret_cast<decltype(&cuelab_cluster_module)>(*function)();
}

}  // namespace cuelab::cli

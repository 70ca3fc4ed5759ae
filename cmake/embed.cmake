# Text files that the library carries inside, as one source file: what src/study compares with.
file(GLOB embedded_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/experiments/*.toml
                                           ${PROJECT_SOURCE_DIR}/experiments/*/*.toml)
foreach(scene four_ball_break cut_left_side three_cushion break_9ball)
  list(APPEND embedded_files ${PROJECT_SOURCE_DIR}/scenes/${scene}.toml)
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${embedded_files})

set(embedded_code "#include \"study/embedded.hpp\"\n\nnamespace cuelab::study {\n
const std::vector<EmbeddedFile>& embedded_files() {
  static const std::vector<EmbeddedFile> files = {")
foreach(file ${embedded_files})
  cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
  file(READ ${file} text)
  string(APPEND embedded_code "\n{\"${path}\", R\"embedded(${text})embedded\"},")
endforeach()
string(APPEND embedded_code "};\n  return files;\n}\n\n}  // namespace cuelab::study\n")

# only a changed text makes a new file, and so a new compilation
set(embedded_source ${PROJECT_BINARY_DIR}/generated/embedded_files.cpp)
file(WRITE ${embedded_source}.new "${embedded_code}")
configure_file(${embedded_source}.new ${embedded_source} COPYONLY)

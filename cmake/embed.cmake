# Text files embedded in the library, as source files.

# embed(HEADER NAMESPACE FUNCTION FILE...): adds to `embedded_sources` a source file that defines the
# FUNCTION of the HEADER: all files as {path, text}
function(embed header namespace function)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ARGN})
  set(code "#include \"${header}\"\n\nnamespace ${namespace} {\n
const std::vector<EmbeddedFile>& ${function}() {
  static const std::vector<EmbeddedFile> files = {")
  foreach(file ${ARGN})
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE path)
    file(READ ${file} text)
    string(APPEND code "\n{\"${path}\", R\"embedded(${text})embedded\"},")
  endforeach()
  string(APPEND code "};\n  return files;\n}\n\n}  // namespace ${namespace}\n")

  # only a changed text makes a new file, and so a new compilation
  set(source ${PROJECT_BINARY_DIR}/generated/${function}.cpp)
  file(WRITE ${source}.new "${code}")
  configure_file(${source}.new ${source} COPYONLY)
  set(embedded_sources ${embedded_sources} ${source} PARENT_SCOPE)
endfunction()

# the named scenes, of which src/reproduce uses some
file(GLOB scene_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/scenes/*.toml)
embed(io/embedded_file.hpp cuelab scene_files ${scene_files})

file(GLOB goal_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/goals/*.toml)
embed(io/embedded_file.hpp cuelab goal_files ${goal_files})

# what src/reproduce compares with
file(GLOB embedded_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/experiments/*.toml
                                           ${PROJECT_SOURCE_DIR}/experiments/*/*.toml)
embed(reproduce/embedded.hpp cuelab::reproduction embedded_files ${embedded_files})

# the page that plays a motion
file(GLOB page_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/draw/replay/*)
embed(draw/replay_data.hpp cuelab::draw replay_files ${page_files})

# Text files that the library carries inside, as source files.

# embed(VARIABLE HEADER NAMESPACE FUNCTION FILE...): a source file, its path in VARIABLE, that
# defines the FUNCTION of the HEADER: all files as {path, text}
function(embed variable header namespace function)
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
  set(${variable} ${source} PARENT_SCOPE)
endfunction()

# what src/study compares with
file(GLOB embedded_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/experiments/*.toml
                                           ${PROJECT_SOURCE_DIR}/experiments/*/*.toml)
foreach(scene four_ball_break cut_left_side three_cushion break_9ball)
  list(APPEND embedded_files ${PROJECT_SOURCE_DIR}/scenes/${scene}.toml)
endforeach()
embed(embedded_source study/embedded.hpp cuelab::study embedded_files ${embedded_files})

# the page that plays a motion
file(GLOB page_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/draw/replay/*)
embed(page_source draw/replay_files.hpp cuelab::draw replay_files ${page_files})

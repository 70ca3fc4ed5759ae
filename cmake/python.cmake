# The extension cuelab/_core of the Python package; setup.py names the interpreter.
set(PYBIND11_FINDPYTHON ON)
find_package(Python 3.9 REQUIRED COMPONENTS Interpreter Development.Module)
find_package(pybind11 REQUIRED)

file(GLOB python_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/python/src/*.cpp)
pybind11_add_module(cuelab_python MODULE NO_EXTRAS ${python_sources})
target_link_libraries(cuelab_python PRIVATE cuelab cuelab_flags nlohmann_json::nlohmann_json
                                            ${CMAKE_DL_LIBS})
target_compile_options(cuelab_python PRIVATE $<$<CONFIG:Release>:-O2> -Wno-pedantic)
set_target_properties(cuelab_python PROPERTIES OUTPUT_NAME _core EXCLUDE_FROM_ALL ON
                                               LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python/lib)
# the package has a copy of the part that writes results of studies
if(TARGET cuelab_hdf5)
  add_dependencies(cuelab_python cuelab_hdf5)
endif()
# only the module's own entry is visible
target_link_options(cuelab_python PRIVATE -Wl,--exclude-libs,ALL)

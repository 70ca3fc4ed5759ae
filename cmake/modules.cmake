# Modules: parts of the program that need many libraries, loaded when they are used
# (apps/cli/modules.cpp). They lie beside the program, installed in lib/cuelab.

# add_module(NAME SOURCE...): target cuelab_NAME, file cuelab-NAME.so
function(add_module name)
  set(target cuelab_${name})
  add_library(${target} MODULE ${ARGN})
  target_link_libraries(${target} PRIVATE cuelab_flags fmt::fmt)
  target_compile_options(${target} PRIVATE ${light_optimisation})
  join_folders(${target})
  # the static libraries inside stay private to the module
  target_link_options(${target} PRIVATE -Wl,--exclude-libs,ALL)
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME cuelab-${name}
                                             LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  add_dependencies(cuelab_cli ${target})
  install(TARGETS ${target} LIBRARY DESTINATION lib/cuelab)
endfunction()

# PNG, PDF and films
if(CUELAB_CAIRO)
  file(GLOB film_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/film/*.cpp)
  add_module(film ${film_sources})
  target_link_libraries(cuelab_film PRIVATE cuelab PkgConfig::rsvg PkgConfig::cairo)
endif()

# results of studies, and messages between computers
foreach(module hdf5 cluster)
  if((module STREQUAL hdf5 AND CUELAB_HDF5) OR (module STREQUAL cluster AND CUELAB_MPI))
    file(GLOB ${module}_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${module}/*.cpp)
    add_module(${module} ${${module}_sources})
  endif()
endforeach()
if(CUELAB_HDF5)
  target_link_libraries(cuelab_hdf5 PRIVATE PkgConfig::hdf5)
endif()
if(CUELAB_MPI)
  target_link_libraries(cuelab_cluster PRIVATE PkgConfig::mpi)
  target_compile_definitions(cuelab_cluster PRIVATE OMPI_SKIP_MPICXX)  # only the C interface
endif()

# the viewer's server
find_package(PkgConfig REQUIRED)
pkg_check_modules(httplib REQUIRED IMPORTED_TARGET cpp-httplib)
find_package(ZLIB REQUIRED)
file(GLOB view_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/apps/view/*.cpp)
add_module(view ${view_sources})
target_compile_definitions(cuelab_view PRIVATE ZLIB_CONST)  # zlib's input is constant
target_include_directories(cuelab_view PRIVATE ${PROJECT_SOURCE_DIR}/apps)
target_link_libraries(cuelab_view PRIVATE nlohmann_json::nlohmann_json PkgConfig::httplib
                                          ZLIB::ZLIB)

# bench/*.cpp make one Google Benchmark program, bench/count/ one for counting instructions; every file of tools/compare/ and tools/figures/ is a program of its own.

file(GLOB bench_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/bench/*.cpp)
if(bench_sources)
  add_executable(cuelab_bench ${bench_sources})
  target_compile_definitions(cuelab_bench PRIVATE CUELAB_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_link_libraries(cuelab_bench PRIVATE cuelab cuelab_flags nlohmann_json::nlohmann_json
                                             benchmark::benchmark_main)
  target_include_directories(cuelab_bench PRIVATE ${PROJECT_SOURCE_DIR}/src)
  set_target_properties(cuelab_bench PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endif()
add_executable(shot_loop ${PROJECT_SOURCE_DIR}/bench/count/shot_loop.cpp)
target_link_libraries(shot_loop PRIVATE cuelab cuelab_flags nlohmann_json::nlohmann_json)

file(GLOB compare_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/compare/*.cpp)
foreach(source ${compare_sources})
  cmake_path(GET source STEM name)
  add_executable(compare_${name} ${source})
  target_link_libraries(compare_${name} PRIVATE cuelab_test_support)
  set_target_properties(compare_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY
                                                   ${PROJECT_BINARY_DIR}/compare)
endforeach()

file(GLOB figure_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/figures/*.cpp)
foreach(source ${figure_sources})
  cmake_path(GET source STEM name)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE cuelab cuelab_flags fmt::fmt)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/src)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
endforeach()

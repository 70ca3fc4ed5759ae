# The project's own attackers. `attack_scenes` and `attack_laws` draw scenes and impacts and check
# every promise; they belong to the tests. With CUELAB_FUZZ also the libFuzzer targets, for clang.

set(fuzz_dir ${PROJECT_SOURCE_DIR}/tests/fuzz)

if(CUELAB_FUZZ)
  add_executable(write_corpus ${fuzz_dir}/targets/write_corpus.cpp)
  target_link_libraries(write_corpus PRIVATE cuelab cuelab_flags fmt::fmt)
  foreach(target scene recording overrides goal study)
    add_executable(fuzz_${target} ${fuzz_dir}/targets/${target}.cpp)
    target_link_libraries(fuzz_${target} PRIVATE cuelab cuelab_flags)
    target_link_options(fuzz_${target} PRIVATE -fsanitize=fuzzer)
  endforeach()
  return()
endif()

find_package(CLI11 REQUIRED)
file(GLOB fuzz_sources CONFIGURE_DEPENDS ${fuzz_dir}/*.cpp)
list(FILTER fuzz_sources EXCLUDE REGEX "/attack_(scenes|laws)\\.cpp$")
add_library(cuelab_fuzz STATIC EXCLUDE_FROM_ALL ${fuzz_sources})
target_include_directories(cuelab_fuzz PUBLIC ${PROJECT_SOURCE_DIR}/tests)
target_link_libraries(cuelab_fuzz PUBLIC cuelab cuelab_flags fmt::fmt CLI11::CLI11)

foreach(program attack_scenes attack_laws)
  add_executable(${program} ${fuzz_dir}/${program}.cpp)
  target_link_libraries(${program} PRIVATE cuelab_fuzz)
  set_target_properties(${program} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
endforeach()

file(GLOB regression_scenes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/regression/scenes/*.toml)
add_test(NAME fuzz.scenes COMMAND attack_scenes --seeds 0:1000)
add_test(NAME fuzz.hybrid COMMAND attack_scenes --seeds 0:300 --hybrid)
add_test(NAME fuzz.hybrid_fast COMMAND attack_scenes --seeds 300:600 --fast)
add_test(NAME fuzz.regression COMMAND attack_scenes --scene ${regression_scenes})
file(GLOB hybrid_scenes CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/regression/hybrid/*.toml)
add_test(NAME fuzz.hybrid_regression COMMAND attack_scenes --hybrid --scene ${hybrid_scenes})
add_test(NAME fuzz.fast_regression COMMAND attack_scenes --fast --scene ${hybrid_scenes})
add_test(NAME fuzz.laws COMMAND attack_laws --impacts 10000)
add_test(NAME fuzz.view COMMAND ${python} -B ${fuzz_dir}/attack_view.py
                                ${PROJECT_BINARY_DIR}/cuelab 3 1)
set_tests_properties(fuzz.scenes fuzz.hybrid fuzz.hybrid_fast fuzz.regression
                     fuzz.hybrid_regression fuzz.fast_regression fuzz.laws fuzz.view
                     PROPERTIES LABELS short TIMEOUT 120)

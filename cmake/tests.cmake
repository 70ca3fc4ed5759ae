# One GoogleTest program per folder of tests/, command-line tests in Python, the installation test.
# Label `short`: every test separately. Label `long`: whole programs, with CUELAB_LONG=1.

include(GoogleTest)

set(tests_dir ${PROJECT_SOURCE_DIR}/tests)
set(python /usr/bin/python3)

# what several test and comparison programs share
file(GLOB support_sources CONFIGURE_DEPENDS ${tests_dir}/support/*.cpp)
add_library(cuelab_test_support STATIC EXCLUDE_FROM_ALL ${support_sources})
target_include_directories(cuelab_test_support PUBLIC ${tests_dir})
target_compile_definitions(cuelab_test_support PUBLIC CUELAB_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
# g++ 12 warns falsely inside Boost's rational numbers
target_compile_options(cuelab_test_support PRIVATE -Wno-maybe-uninitialized ${light_optimisation})
# clang also warns about long double, which oracles use on purpose
target_compile_options(cuelab_test_support
                       PUBLIC $<$<CXX_COMPILER_ID:Clang>:-Wno-double-promotion>)
target_link_libraries(cuelab_test_support PUBLIC cuelab cuelab_flags fmt::fmt
                                                 nlohmann_json::nlohmann_json)

foreach(folder unit physics regression determinism agreement)
  file(GLOB sources CONFIGURE_DEPENDS ${tests_dir}/${folder}/*.cpp)
  if(NOT sources)
    continue()
  endif()

  set(target test_${folder})
  add_executable(${target} ${sources})
  target_link_libraries(${target} PRIVATE cuelab_test_support GTest::gmock GTest::gtest_main
                                          rapidcheck_gtest)
  set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)

  target_compile_options(${target} PRIVATE ${light_optimisation})

  # the test libraries' headers are parsed once for all programs
  if(pch_target)
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
    target_precompile_headers(${target} REUSE_FROM ${pch_target})
  else()
    parse_once(${target} <gmock/gmock.h> <gtest/gtest.h> <rapidcheck/gtest.h>)
    set(pch_target ${target})
  endif()

  # short runs always draw the same cases, long runs many new ones
  gtest_discover_tests(${target} TEST_PREFIX ${folder}. DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
                       PROPERTIES LABELS short TIMEOUT 120 ENVIRONMENT RC_PARAMS=seed=2026)
  add_test(NAME long.${folder} COMMAND ${target} --gtest_brief=1)
  set_tests_properties(long.${folder} PROPERTIES LABELS long TIMEOUT 3600 ENVIRONMENT
                                                 "CUELAB_LONG=1;RC_PARAMS=max_success=5000")
endforeach()

# the C interface, compiled as C
enable_language(C)
add_executable(test_c_interface ${tests_dir}/c/c_interface_test.c)
target_compile_options(test_c_interface PRIVATE -std=c11 -Wall -Wextra -Wpedantic -Werror)
target_link_libraries(test_c_interface PRIVATE cuelab)
set_target_properties(test_c_interface PROPERTIES LINKER_LANGUAGE CXX RUNTIME_OUTPUT_DIRECTORY
                                                  ${PROJECT_BINARY_DIR}/tests)
add_test(NAME c_interface COMMAND test_c_interface)
set_tests_properties(c_interface PROPERTIES LABELS short TIMEOUT 60)

# tests/cli/*.py are plain unittest programs; a leading underscore marks a helper module
file(GLOB scripts CONFIGURE_DEPENDS ${tests_dir}/cli/[!_]*.py)
foreach(script ${scripts})
  cmake_path(GET script STEM name)
  add_test(NAME cli.${name} COMMAND ${python} -B ${script} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(cli.${name} PROPERTIES LABELS short TIMEOUT 120 ENVIRONMENT
                                              CUELAB=${PROJECT_BINARY_DIR}/cuelab)
endforeach()

add_test(NAME install.find_package COMMAND ${python} -B ${tests_dir}/install/find_package.py
                                           ${PROJECT_BINARY_DIR} ${CMAKE_CXX_COMPILER}
         WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
set_tests_properties(install.find_package PROPERTIES LABELS short TIMEOUT 120)

# The second program of `cuelab reproduce`, in 64-bit and in 113-bit arithmetic. It shares no code
# with the library, whose headers it cannot even find.
file(GLOB oracle_sources CONFIGURE_DEPENDS ${tests_dir}/oracle/*.cpp)
foreach(oracle oracle oracle_quad)
  add_executable(${oracle} ${oracle_sources})
  target_compile_options(
    ${oracle} PRIVATE $<TARGET_PROPERTY:cuelab_flags,INTERFACE_COMPILE_OPTIONS> -O2
                      -Wno-double-promotion)  # constants are promoted on purpose
  set_target_properties(${oracle} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tests)
endforeach()
target_compile_definitions(oracle_quad PRIVATE ORACLE_QUAD)
add_test(NAME long.oracle COMMAND ${python} -B ${tests_dir}/oracle/check.py
                                  $<TARGET_FILE:oracle> $<TARGET_FILE:oracle_quad>)
set_tests_properties(long.oracle PROPERTIES LABELS long TIMEOUT 3600)

# Flags of all targets of the project, as the interface library `cuelab_flags`.

set(CUELAB_ARCH x86-64-v3 CACHE STRING "Instruction set: x86-64-v3 (AVX2) or x86-64-v2")
option(CUELAB_WERROR "Treat compiler warnings as errors" OFF)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(cuelab_flags INTERFACE)
target_include_directories(cuelab_flags INTERFACE ${PROJECT_SOURCE_DIR}/include
                                                  ${PROJECT_SOURCE_DIR}/src)

# -Wno-restrict: g++ 12 warns falsely about std::string sums (its bug 105651).
# Same bits everywhere: no contraction to fused multiply-add, no fast-math. g++ 12 makes fused
# vector instructions of sums beside differences in spite of -ffp-contract=off, hence -mno-fma.
# No -Wshadow where files are joined: local names may be those of another file.
# Without errno, sqrt is one instruction and loops around it vectorise; the bits stay the same.
target_compile_options(
  cuelab_flags
  INTERFACE -march=${CUELAB_ARCH} -mno-fma -ffp-contract=off -fno-math-errno
            $<$<NOT:$<BOOL:$<TARGET_PROPERTY:UNITY_BUILD>>>:-Wshadow>
            -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion -Wdouble-promotion
            -Wno-psabi -Wno-restrict $<$<BOOL:${CUELAB_WERROR}>:-Werror>)

# ccache caches objects that use a precompiled header only with these options
find_program(ccache_program ccache)
if(ccache_program)
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${ccache_program})
endif()

# Headers that many files of a target include, parsed once.
function(parse_once target)
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
  target_precompile_headers(${target} PRIVATE ${ARGN})
endfunction()

# Code that can also be linked into a shared library. Its functions are never replaced at run time,
# so the compiler may inline them as in a program.
function(position_independent target)
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_compile_options(${target} PRIVATE -fno-semantic-interposition)
endfunction()

# Reading files, writing text and tests do not need full optimisation, which takes long to compile.
set(light_optimisation $<$<CONFIG:Release>:-O1>)

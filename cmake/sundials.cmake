# The target cuelab::sundials: CVODE and ARKODE of SUNDIALS 6, if available. The installed package
# reads this file too. The CMake package of SUNDIALS is not used: it fails without OpenMP, which
# these two libraries do not need.

find_path(SUNDIALS_INCLUDE_DIR cvode/cvode.h)
find_library(SUNDIALS_CVODE NAMES libsundials_cvode.a sundials_cvode)
find_library(SUNDIALS_ARKODE NAMES libsundials_arkode.a sundials_arkode)
mark_as_advanced(SUNDIALS_INCLUDE_DIR SUNDIALS_CVODE SUNDIALS_ARKODE)

set(sundials_major "")
if(SUNDIALS_INCLUDE_DIR)
  file(STRINGS ${SUNDIALS_INCLUDE_DIR}/sundials/sundials_config.h sundials_major
       REGEX "define SUNDIALS_VERSION_MAJOR 6")
endif()
if(sundials_major AND SUNDIALS_CVODE AND SUNDIALS_ARKODE AND NOT TARGET cuelab::sundials)
  add_library(cuelab::sundials INTERFACE IMPORTED)
  set_target_properties(
    cuelab::sundials PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${SUNDIALS_INCLUDE_DIR}
                                INTERFACE_LINK_LIBRARIES "${SUNDIALS_CVODE};${SUNDIALS_ARKODE};m")
endif()

# Headers, library, program, scenes and schemas, and the package file for find_package(cuelab).

include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/cuelab)

install(TARGETS cuelab EXPORT cuelabTargets)
if(TARGET cuelab_cli)
  install(TARGETS cuelab_cli)
endif()
install(DIRECTORY include/cuelab DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY scenes schema ${PROJECT_BINARY_DIR}/web
        DESTINATION ${CMAKE_INSTALL_DATADIR}/cuelab OPTIONAL)

install(EXPORT cuelabTargets NAMESPACE cuelab:: DESTINATION ${package_dir})
configure_package_config_file(cmake/cuelabConfig.cmake.in cuelabConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(cuelabConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cuelabConfig.cmake ${PROJECT_BINARY_DIR}/cuelabConfigVersion.cmake
              cmake/sundials.cmake
        DESTINATION ${package_dir})

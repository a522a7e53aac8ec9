# A module is a directory with the library prichal_<path>. Its sources are the .cpp files of the
# directory. Its tests are tests/*.cpp and *_test.cpp. The tests of all modules are one binary,
# prichal_tests.
#
#   prichal_module(http/tls LINK OpenSSL::SSL)
#
#
# A module links to all modules that were declared before it, so the order of declarations is the
# order of dependencies. Lua scripts in the directory are embedded (lua.cmake). LINK lists external
# libraries. EXCEPT lists sources that belong to programs.
function(prichal_module path)
  cmake_parse_arguments(MODULE "" "" "EXCEPT;LINK" ${ARGN})
  string(REPLACE "/" "_" name ${path})
  set(target prichal_${name})
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${path})
  file(GLOB sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  file(GLOB tests CONFIGURE_DEPENDS ${folder}/*_test.cpp ${folder}/tests/*.cpp)
  list(TRANSFORM MODULE_EXCEPT PREPEND ${folder}/)
  list(REMOVE_ITEM sources ${MODULE_EXCEPT} ${tests})
  list(FILTER sources EXCLUDE REGEX "_test\\.cpp$")
  get_property(lower GLOBAL PROPERTY PRICHAL_MODULES)
  add_library(${target} STATIC ${sources})
  target_link_libraries(${target} PUBLIC prichal_compiler ${lower} ${MODULE_LINK})
  file(GLOB scripts CONFIGURE_DEPENDS ${folder}/*.lua)
  prichal_embed_lua(${target} ${scripts})
  prichal_precompile(${target})
  prichal_optimise_whole(${target})
  set_property(GLOBAL APPEND PROPERTY PRICHAL_MODULES ${target})
  set_property(GLOBAL APPEND PROPERTY PRICHAL_TEST_SOURCES ${tests})
endfunction()

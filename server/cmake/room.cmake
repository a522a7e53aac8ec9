# A room is one folder of src/, one library prichal_<name>, with its tests beside its sources.
#
#   prichal_room(base SOURCES hex.cpp TESTS hex_test.cpp LINK PkgConfig::sodium)
#
# SOURCES may be empty (headers only). LINK names what the room's headers or sources need; other
# rooms are named prichal_<name>. TESTS are collected from all rooms into the one binary
# prichal_tests.
function(prichal_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;TESTS;LINK" ${ARGN})
  set(target prichal_${name})
  if(ROOM_SOURCES)
    add_library(${target} STATIC ${ROOM_SOURCES})
    target_link_libraries(${target} PUBLIC prichal_compiler ${ROOM_LINK})
    prichal_precompile(${target})
    prichal_optimise_whole(${target})
  else()
    add_library(${target} INTERFACE)
    target_link_libraries(${target} INTERFACE prichal_compiler ${ROOM_LINK})
  endif()
  set_property(GLOBAL APPEND PROPERTY PRICHAL_ROOMS ${target})
  list(TRANSFORM ROOM_TESTS PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  set_property(GLOBAL APPEND PROPERTY PRICHAL_TEST_SOURCES ${ROOM_TESTS})
endfunction()

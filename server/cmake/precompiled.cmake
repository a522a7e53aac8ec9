# Precompiles common headers for tests and sanitizer builds. Production code compiles without them:
# GCC 12 would report false overlaps in the standard library (-Wrestrict), and sources could omit
# includes.
#
#   prichal_precompile(TARGET [HEADERS more])    shared by all targets without more headers
function(prichal_precompile target)
  cmake_parse_arguments(MORE "" "" "HEADERS" ${ARGN})
  if(NOT PRICHAL_SANITIZE AND NOT MORE_HEADERS)
    return()
  endif()
  set(headers <algorithm> <array> <chrono> <functional> <map> <memory> <optional> <string>
      <string_view> <unordered_map> <utility> <vector> <fmt/format.h> <tl/expected.hpp> ${MORE_HEADERS})
  get_property(first GLOBAL PROPERTY PRICHAL_PRECOMPILED)
  if(MORE_HEADERS OR NOT first)
    target_precompile_headers(${target} PRIVATE ${headers})
    if(NOT first)
      set_property(GLOBAL PROPERTY PRICHAL_PRECOMPILED ${target})
    endif()
  else()
    target_precompile_headers(${target} REUSE_FROM ${first})
  endif()
endfunction()

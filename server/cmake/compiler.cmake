set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR})

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

add_library(prichal_compiler INTERFACE)
target_compile_options(prichal_compiler INTERFACE -Wall -Wextra -Wconversion -Werror)
target_include_directories(prichal_compiler INTERFACE ${CMAKE_CURRENT_SOURCE_DIR}/src)

# Frame pointers and line tables, so that backtraces of a release have source lines.
add_compile_options(-fno-omit-frame-pointer -g1)

# Release builds do not depend on the build directory (`script/test-reproducible`): paths in debug
# information and assertions begin with `server` (sources) or `build` (generated files).
if(CMAKE_BUILD_TYPE STREQUAL Release)
  set(prichal_same_names -ffile-prefix-map=${CMAKE_BINARY_DIR}=build -ffile-prefix-map=${CMAKE_SOURCE_DIR}=server)
  add_compile_options(${prichal_same_names})
  add_link_options(${prichal_same_names})  # the linker compiles too (whole_program.cmake)
endif()

# Hardening, which ends the process on memory corruption. Stack canaries and stack probes, checked
# lengths in the C library, checked indices in the C++ library, control flow checks by the processor
# (CET on x86-64, BTI and PAC on arm64), and read-only relocations.
# `script/checks/server/hardening.test.mjs` verifies the binary. Sanitizer builds omit this, because
# it would hide errors from the sanitizers.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
include(CheckPIESupported)
check_pie_supported(LANGUAGES C CXX)
if(NOT PRICHAL_SANITIZE)
  add_compile_options(-fstack-protector-strong -fstack-clash-protection)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|amd64|AMD64")
    add_compile_options(-fcf-protection=full)
    # Debian's start files lack the shadow stack mark although they are compatible, so the linker
    # sets it. They have no landing pads for indirect calls (IBT), so the binary has landing
    # pads but no IBT mark.
    add_link_options(-Wl,-z,shstk)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    add_compile_options(-mbranch-protection=standard)
  endif()
  if(NOT CMAKE_BUILD_TYPE STREQUAL Debug)
    add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)  # no effect without optimisation
  endif()
  add_link_options(-Wl,-z,relro,-z,now,-z,noexecstack)
endif()
add_compile_definitions(_GLIBCXX_ASSERTIONS)

if(PRICHAL_SANITIZE)
  add_compile_options(-fsanitize=${PRICHAL_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${PRICHAL_SANITIZE})
endif()
if(PRICHAL_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

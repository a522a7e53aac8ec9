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

# A release that crashes in the field must tell where: frame pointers and line tables stay.
add_compile_options(-fno-omit-frame-pointer -g1)

# The same bytes in whichever folder a release is built (`script/test-reproducible`): names of sources
# begin at `server`, of what is built at `build`, in lines of a debugger as in what an assertion says.
if(CMAKE_BUILD_TYPE STREQUAL Release)
  set(prichal_same_names -ffile-prefix-map=${CMAKE_BINARY_DIR}=build -ffile-prefix-map=${CMAKE_SOURCE_DIR}=server)
  add_compile_options(${prichal_same_names})
  add_link_options(${prichal_same_names})  # the linker compiles too (whole_program.cmake)
endif()

# An overflow ends the process instead of going on with what it has overwritten: canaries on the
# stack, a probe of every page that the stack grows by, checked lengths in the C library, checked
# indices in the C++ library; calls and returns that the processor checks (CET on x86-64, BTI and
# PAC on arm64); all symbols bound and their table read-only before main(). `script/checks/server/hardening.test.mjs`
# reads all of it from the binary. Sanitizers check the same, better, and some of it would hide from them.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
include(CheckPIESupported)
check_pie_supported(LANGUAGES C CXX)
if(NOT PRICHAL_SANITIZE)
  add_compile_options(-fstack-protector-strong -fstack-clash-protection)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|amd64|AMD64")
    add_compile_options(-fcf-protection=full)
    # Debian's start files do not say that they keep a shadow stack, though they only call and return.
    # Neither do they mark where indirect calls may lead (IBT), so of that the binary has the marks alone.
    add_link_options(-Wl,-z,shstk)
  elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    add_compile_options(-mbranch-protection=standard)
  endif()
  if(NOT CMAKE_BUILD_TYPE STREQUAL Debug)
    add_compile_options(-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3)  # does nothing without optimisation
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

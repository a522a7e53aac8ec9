# Packages and benchmarks optimise the whole program: the compiler inlines calls between modules.
# This saves about 3 % of the CPU time per message and doubles the build time. Developers and tests
# build without it, with -O1 instead of -O3. Objects also contain ordinary code, so that other
# programs of the same build link as fast as without it.
option(PRICHAL_WHOLE_PROGRAM "Optimise the binary as a whole (GCC, Release)" OFF)
if(PRICHAL_WHOLE_PROGRAM)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL GNU OR NOT CMAKE_BUILD_TYPE STREQUAL Release OR PRICHAL_SANITIZE)
    message(FATAL_ERROR "PRICHAL_WHOLE_PROGRAM needs GCC, CMAKE_BUILD_TYPE=Release and no PRICHAL_SANITIZE")
  endif()
  add_link_options(-fno-lto)
else()
  set(CMAKE_CXX_FLAGS_RELEASE "-O1 -DNDEBUG")
endif()

# Call it for the binary and for each of its modules.
function(prichal_optimise_whole target)
  if(PRICHAL_WHOLE_PROGRAM)
    target_compile_options(${target} PRIVATE -flto=auto -ffat-lto-objects)
    # -flto revokes -fno-lto; -flto=auto uses all processors.
    target_link_options(${target} PRIVATE -flto -flto=auto)
  endif()
endfunction()

# The binary that ships is optimised as a whole: calls between rooms are inlined, which is worth a
# thirtieth of a message's processor time. Its objects hold plain code as well, and everything else
# links that, in a moment.
set(prichal_whole_program OFF)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_BUILD_TYPE STREQUAL Release AND NOT PRICHAL_SANITIZE)
  set(prichal_whole_program ON)
  add_link_options(-fno-lto)
endif()

# For what the binary is made of, and for the binary.
function(prichal_optimise_whole target)
  if(prichal_whole_program)
    target_compile_options(${target} PRIVATE -flto=auto -ffat-lto-objects)
    # The first of the two takes -fno-lto back, the second lets it use all processors.
    target_link_options(${target} PRIVATE -flto -flto=auto)
  endif()
endfunction()

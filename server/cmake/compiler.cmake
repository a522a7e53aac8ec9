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

if(PRICHAL_SANITIZE)
  add_compile_options(-fsanitize=${PRICHAL_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${PRICHAL_SANITIZE})
endif()
if(PRICHAL_FUZZ)
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

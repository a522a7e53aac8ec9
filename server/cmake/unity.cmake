# Compiles several sources of a module as one, because most of the time goes into the headers that they share.
# `-DCMAKE_UNITY_BUILD=OFF` compiles each source by itself.
if(NOT DEFINED CMAKE_UNITY_BUILD)
  set(CMAKE_UNITY_BUILD ON)
endif()
if(NOT DEFINED CMAKE_UNITY_BUILD_BATCH_SIZE)
  set(CMAKE_UNITY_BUILD_BATCH_SIZE 12)
endif()
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # GCC takes all sources of a batch but the first for headers, in which a class must not use a type of an
  # anonymous namespace.
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-Wno-subobject-linkage>)
endif()

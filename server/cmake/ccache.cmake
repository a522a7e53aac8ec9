find_program(PRICHAL_CCACHE ccache)
if(PRICHAL_CCACHE)
  # With CCACHE_DEPEND the compiler preprocesses an uncached source only once. ccache needs the
  # sloppiness for precompiled headers; no source uses __DATE__ or __TIME__.
  set(CMAKE_CXX_COMPILER_LAUNCHER
      ${CMAKE_COMMAND} -E env CCACHE_DEPEND=1 CCACHE_SLOPPINESS=pch_defines,time_macros ${PRICHAL_CCACHE})
endif()

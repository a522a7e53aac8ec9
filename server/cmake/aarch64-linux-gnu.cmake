# Builds for 64-bit Arm on another machine, with Debian's cross compiler and arm64 libraries:
# -DCMAKE_TOOLCHAIN_FILE=server/cmake/aarch64-linux-gnu.cmake. `script/test-arm64` sets up a Debian
# with both.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(PKG_CONFIG_EXECUTABLE /usr/bin/pkg-config)
# Hides the libraries of the build machine, which pkg-config would find first.
set(ENV{PKG_CONFIG_LIBDIR} /usr/lib/aarch64-linux-gnu/pkgconfig:/usr/share/pkgconfig)

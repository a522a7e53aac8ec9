# Run by ctest before the tests. Adds one ctest test per test suite of prichal_tests, because a
# sanitized process takes longer to start than most tests to run. Run a single test with
# `prichal_tests --gtest_filter=SUITE.TEST`.
#
# tests/CMakeLists.txt sets PRICHAL_TESTS_BINARY, PRICHAL_TESTS_ENVIRONMENT and
# PRICHAL_TESTS_TIMEOUT.
if(NOT EXISTS "${PRICHAL_TESTS_BINARY}")
  add_test(prichal_tests_not_built "${PRICHAL_TESTS_BINARY}")
  return()
endif()
execute_process(COMMAND "${PRICHAL_TESTS_BINARY}" --gtest_list_tests
  OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
# Suites begin in the first column and end with a dot:
# "Hub.", or "Stores/ContractTest/0.  # TypeParam = ...".
string(REGEX MATCHALL "(^|\n)[A-Za-z0-9_/]+\\." suites "${listed}")
foreach(suite IN LISTS suites)
  string(STRIP "${suite}" suite)
  string(REGEX REPLACE "\\.$" "" suite "${suite}")
  add_test("${suite}" "${PRICHAL_TESTS_BINARY}" --gtest_brief=1 "--gtest_filter=${suite}.*")
  set_tests_properties("${suite}" PROPERTIES
    ENVIRONMENT "${PRICHAL_TESTS_ENVIRONMENT}" TIMEOUT "${PRICHAL_TESTS_TIMEOUT}")
endforeach()

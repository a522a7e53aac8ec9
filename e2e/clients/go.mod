module prichal/e2e/clients

go 1.19

require github.com/r3labs/sse/v2 v2.10.0

require (
	golang.org/x/net v0.0.0-20191116160921-f9c825593386 // indirect
	gopkg.in/cenkalti/backoff.v1 v1.1.0 // indirect
)

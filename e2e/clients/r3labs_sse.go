// Prints the data of each message that r3labs/sse reads.
package main

import (
	"fmt"
	"os"

	"github.com/r3labs/sse/v2"
)

func main() {
	client := sse.NewClient(os.Args[1])
	for {
		// Returns when a stream ends cleanly, and after 15 minutes without a connection.
		_ = client.SubscribeRaw(func(event *sse.Event) {
			if string(event.Event) == "message" {
				fmt.Println(string(event.Data))
			}
		})
	}
}

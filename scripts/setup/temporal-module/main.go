// Runs a Temporal server in memory on a port of the loopback interface, and prints its address and namespace on standard error.
package main

import (
	"fmt"
	"os"

	"go.temporal.io/server/temporaltest"
)

func main() {
	server := temporaltest.NewServer()
	fmt.Fprintf(os.Stderr, "ready at %s, namespace %s\n", server.GetFrontendHostPort(), server.GetDefaultNamespace())
	select {}
}

// Writes the SDKs of a package from its schema: `sdks SCHEMA FOLDER`.
package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	dotnet "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen"
	gogen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "pulumi-resourceshare"

// A generator changes the package that it gets, so each one reads its own.
var generators = map[string]func(*schema.Package) (map[string][]byte, error){
	"go": func(pkg *schema.Package) (map[string][]byte, error) {
		return gogen.GeneratePackage(tool, pkg, nil)
	},
	"nodejs": func(pkg *schema.Package) (map[string][]byte, error) {
		return nodejs.GeneratePackage(tool, pkg, nil, nil, false, nil)
	},
	"python": func(pkg *schema.Package) (map[string][]byte, error) {
		return python.GeneratePackage(tool, pkg, nil, nil)
	},
	"dotnet": func(pkg *schema.Package) (map[string][]byte, error) {
		// This generator fetches a logo, by default from the network.
		logo := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
		defer logo.Close()
		pkg.LogoURL = logo.URL
		return dotnet.GeneratePackage(tool, pkg, nil, nil)
	},
}

func main() {
	for language, generate := range generators {
		if err := write(os.Args[1], filepath.Join(os.Args[2], language), generate); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", language, err)
			os.Exit(1)
		}
	}
}

func write(schemaFile, folder string, generate func(*schema.Package) (map[string][]byte, error)) error {
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		return err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return err
	}
	pkg, err := schema.ImportSpec(spec, nil, schema.NewNullLoader(), schema.ValidationOptions{})
	if err != nil {
		return err
	}
	files, err := generate(pkg)
	if err != nil {
		return err
	}
	for name, content := range files {
		file := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

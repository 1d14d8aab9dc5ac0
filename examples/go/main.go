package main

import (
	"example.com/pulumi-resourceshare/sdk/go/resourceshare"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		var configured []string
		config.New(ctx, "").RequireObject("targets", &configured)
		targets := pulumi.Array{}
		for _, target := range configured {
			targets = append(targets, pulumi.String(target))
		}

		network, err := resourceshare.NewResourceShare(ctx, "network", &resourceshare.ResourceShareArgs{
			Name: pulumi.String("shared-network"),
			Resources: resourceshare.ResourceShareResourceArray{
				resourceshare.ResourceShareResourceArgs{Type: pulumi.String("VSwitch"), Id: pulumi.String("vsw-demo01")},
				resourceshare.ResourceShareResourceArgs{Type: pulumi.String("VSwitch"), Id: pulumi.String("vsw-demo02")},
				resourceshare.ResourceShareResourceArgs{Type: pulumi.String("PrefixList"), Id: pulumi.String("pl-demo01")},
			},
			Targets: targets,
		})
		if err != nil {
			return err
		}
		found := resourceshare.LookupResourceShareOutput(ctx, resourceshare.LookupResourceShareOutputArgs{Id: network.ID()})

		ctx.Export("shareId", network.ID())
		ctx.Export("status", network.Status)
		ctx.Export("foundName", found.ResourceShareName())
		return nil
	})
}

package main

import (
	"example.com/pulumi-resourceshare/sdk/go/resourceshare"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		owner, err := providerOf(ctx, cfg, "owner")
		if err != nil {
			return err
		}
		consumer, err := providerOf(ctx, cfg, "consumer")
		if err != nil {
			return err
		}
		network, err := resourceshare.NewResourceShare(ctx, "network", &resourceshare.ResourceShareArgs{
			Name:                 pulumi.String("two-accounts"),
			AllowExternalTargets: pulumi.Bool(true),
			Resources: resourceshare.ResourceShareResourceArray{
				resourceshare.ResourceShareResourceArgs{Type: pulumi.String("VSwitch"), Id: pulumi.String("vsw-demo01")},
			},
			Targets: pulumi.Array{pulumi.String(cfg.Require("consumerId"))},
			Tags:    pulumi.StringMap{"team": cfg.RequireSecret("team")},
		}, pulumi.Provider(owner))
		if err != nil {
			return err
		}
		accepted, err := resourceshare.NewInvitationAcceptor(ctx, "accepted", &resourceshare.InvitationAcceptorArgs{
			ShareId: network.ID(),
		}, pulumi.Provider(consumer))
		if err != nil {
			return err
		}
		found := resourceshare.LookupResourceShareOutput(ctx, resourceshare.LookupResourceShareOutputArgs{Id: network.ID()}, pulumi.Provider(owner))

		ctx.Export("foundName", found.ResourceShareName())
		ctx.Export("status", accepted.Status)
		ctx.Export("tags", network.Tags)
		return nil
	})
}

func providerOf(ctx *pulumi.Context, cfg *config.Config, account string) (*resourceshare.Provider, error) {
	return resourceshare.NewProvider(ctx, account, &resourceshare.ProviderArgs{
		AccessKeyId:     pulumi.String(cfg.Require(account + "KeyId")),
		AccessKeySecret: cfg.RequireSecret(account + "KeySecret"),
		AccountId:       pulumi.String(cfg.Require(account + "Id")),
	})
}

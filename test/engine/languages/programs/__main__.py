import pulumi
import pulumi_resourceshare as rs

config = pulumi.Config()


def provider_of(account: str) -> rs.Provider:
    return rs.Provider(
        account,
        access_key_id=config.require(f"{account}KeyId"),
        access_key_secret=config.require_secret(f"{account}KeySecret"),
        account_id=config.require(f"{account}Id"),
    )


owner = provider_of("owner")
network = rs.ResourceShare(
    "network",
    name="two-accounts",
    allow_external_targets=True,
    resources=[rs.ResourceShareResourceArgs(type="VSwitch", id="vsw-demo01")],
    targets=[config.require("consumerId")],
    tags={"team": config.require_secret("team")},
    opts=pulumi.ResourceOptions(provider=owner),
)
accepted = rs.InvitationAcceptor(
    "accepted",
    share_id=network.id,
    opts=pulumi.ResourceOptions(provider=provider_of("consumer")),
)
found = rs.get_resource_share_output(id=network.id, opts=pulumi.InvokeOutputOptions(provider=owner))

pulumi.export("foundName", found.resource_share_name)
pulumi.export("status", accepted.status)
pulumi.export("tags", network.tags)

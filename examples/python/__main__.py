import pulumi
import pulumi_resourceshare as rs

network = rs.ResourceShare(
    "network",
    name="shared-network",
    resources=[
        {"type": "VSwitch", "id": "vsw-demo01"},
        {"type": "VSwitch", "id": "vsw-demo02"},
        {"type": "PrefixList", "id": "pl-demo01"},
    ],
    targets=pulumi.Config().require_object("targets"),
)
found = rs.get_resource_share_output(id=network.id)

pulumi.export("shareId", network.id)
pulumi.export("status", network.status)
pulumi.export("foundName", found.resource_share_name)

"""A share's whole life by the vendor's Python client, on both sides: vendor.py <url of the simulator> <access key id> <access key secret>."""

import json
import sys
import time
from urllib.parse import urlparse

from aliyunsdkcore.client import AcsClient
from aliyunsdkcore.acs_exception.exceptions import ServerException
from aliyunsdkcore.request import CommonRequest

url, key_id, key_secret = sys.argv[1:4]
region = "cn-hangzhou"
owner = AcsClient(key_id, key_secret, region)
# The demonstration world's account outside every directory, which is invited.
consumer_id = "2000000000000001"
consumer = AcsClient("LTAI-consumer", "secret-of-consumer", region)


def call(action, by=owner, **parameters):
    request = CommonRequest()
    request.set_domain(urlparse(url).netloc)
    request.set_protocol_type("http")
    request.set_method("POST")
    request.set_version("2020-01-10")
    request.set_action_name(action)
    for name, value in parameters.items():
        request.add_query_param(name.replace("__", "."), value)
    return json.loads(by.do_action_with_exception(request))


def refused_with(code, action, by=owner, **parameters):
    try:
        call(action, by, **parameters)
    except ServerException as refused:
        assert refused.get_error_code() == code, refused
        return
    raise SystemExit(f"{action} was not refused with {code}")


def the_share(share, by=owner, side="Self"):
    listed = call("ListResourceShares", by, ResourceOwner=side, ResourceShareIds__1=share)
    return next(iter(listed["ResourceShares"]), None)


def tags(share):
    return {tag["Key"]: tag["Value"] for tag in the_share(share).get("Tags", [])}


def received():
    listed = call("ListSharedResources", consumer, ResourceOwner="OtherAccounts")
    return [record["ResourceId"] for record in listed["SharedResources"]]


def target_statuses(share):
    listed = call("ListResourceShareAssociations", AssociationType="Target", ResourceShareIds__1=share)
    return [record["AssociationStatus"] for record in listed["ResourceShareAssociations"]]


def settled(share):
    for _ in range(100):
        statuses = target_statuses(share)
        if not any(status.endswith("ing") for status in statuses):
            return statuses
        # Slower than the service's twenty calls a second.
        time.sleep(0.2)
    raise SystemExit("the share did not settle")


created = call(
    "CreateResourceShare",
    ResourceShareName="python",
    Resources__1__ResourceId="vsw-1",
    Resources__1__ResourceType="VSwitch",
    Targets__1="1000000000000003",
)
share = created["ResourceShare"]["ResourceShareId"]
assert settled(share) == ["Associated"]
call("AssociateResourceShare", ResourceShareId=share, Targets__1="1000000000000002")
assert settled(share) == ["Associated", "Associated"]
call("DisassociateResourceShare", ResourceShareId=share, Targets__1="1000000000000002")
assert sorted(settled(share)) == ["Associated", "Disassociated"]

tagging = {"ResourceType": "ResourceShare", "RegionId": region, "ResourceId__1": share}
call("TagResources", **tagging, Tag__1__Key="team", Tag__1__Value="network", Tag__2__Key="stage", Tag__2__Value="test")
assert tags(share) == {"team": "network", "stage": "test"}, tags(share)
call("UntagResources", **tagging, TagKey__1="stage")
assert tags(share) == {"team": "network"}, tags(share)

permissions = call("ListResourceSharePermissions", ResourceShareId=share, ResourceOwner="Self")["Permissions"]
assert [permission["PermissionName"] for permission in permissions] == ["AliyunRSDefaultPermissionVSwitch"], permissions

# An account outside the directory: only once the share allows it, and only by an invitation.
invited = {"ResourceShareId": share, "Targets__1": consumer_id}
refused_with("InvalidTarget", "AssociateResourceShare", **invited)
call("UpdateResourceShare", ResourceShareId=share, ResourceShareName="python-renamed", AllowExternalTargets="true")
updated = the_share(share)
assert updated["ResourceShareName"] == "python-renamed" and updated["AllowExternalTargets"] is True, updated
call("AssociateResourceShare", **invited)
invitations = call("ListResourceShareInvitations", consumer, ResourceShareIds__1=share)["ResourceShareInvitations"]
assert [invitation["Status"] for invitation in invitations] == ["Pending"], invitations
assert received() == []
accepting = {"ResourceShareInvitationId": invitations[0]["ResourceShareInvitationId"]}
call("AcceptResourceShareInvitation", consumer, **accepting)
refused_with("InvitationStatus.AlreadyAccepted", "AcceptResourceShareInvitation", consumer, **accepting)
assert sorted(settled(share)) == ["Associated", "Associated", "Disassociated"]
assert received() == ["vsw-1"], received()
call("DisassociateResourceShare", consumer, ResourceOwner="OtherAccounts", **invited)
assert sorted(settled(share)) == ["Associated", "Disassociated", "Disassociated"]
assert received() == [] and the_share(share, consumer, "OtherAccounts") is None

call("DeleteResourceShare", ResourceShareId=share)
refused_with("ResourceShareStatusMismatchAction", "DeleteResourceShare", ResourceShareId=share)
print("done")

"""A member's own photo: uploaded and cropped by the member, shown to those the club allows, deleted when the member
leaves.
"""

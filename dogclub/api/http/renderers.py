"""Renderers for endpoints that return files; errors there are JSON nevertheless."""

from rest_framework.renderers import JSONRenderer


class Pdf(JSONRenderer):
    """For `Accept: application/pdf`; the view returns the file itself."""

    media_type = "application/pdf"
    format = "pdf"
    charset = None


class Png(JSONRenderer):
    """For `Accept: image/png`; the view returns the file itself."""

    media_type = "image/png"
    format = "png"
    charset = None


class Jpeg(JSONRenderer):
    """For `Accept: image/jpeg`; the view returns the file itself."""

    media_type = "image/jpeg"
    format = "jpg"
    charset = None


class AnyFile(JSONRenderer):
    """For any `Accept`; the view returns the file itself."""

    media_type = "*/*"
    format = "file"
    charset = None

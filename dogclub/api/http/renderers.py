"""Files among the answers; whatever is refused there is JSON all the same."""

from rest_framework.renderers import JSONRenderer


class Pdf(JSONRenderer):
    """For who asks for a PDF; the view sends the file itself."""

    media_type = "application/pdf"
    format = "pdf"
    charset = None


class Png(JSONRenderer):
    """For who asks for a picture; the view sends the file itself."""

    media_type = "image/png"
    format = "png"
    charset = None


class Jpeg(JSONRenderer):
    """For who asks for a photo; the view sends the file itself."""

    media_type = "image/jpeg"
    format = "jpg"
    charset = None


class AnyFile(JSONRenderer):
    """For who asks for a file of whatever kind."""

    media_type = "*/*"
    format = "file"
    charset = None

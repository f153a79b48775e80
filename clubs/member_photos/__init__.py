"""A member's own photo: chosen and cropped by the member, shown to whom the club says, gone when the member goes."""

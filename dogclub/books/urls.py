from django.urls import path

from dogclub.books.pages import night_report, nights, order

urlpatterns = [
    path("c/<slug:slug>/book/", order.book, name="book"),
    path("c/<slug:slug>/nights/<int:pk>/sheets.pdf", nights.night_sheets, name="night-sheets"),
    path("c/<slug:slug>/nights/<int:pk>/paper.pdf", nights.night_paper, name="night-paper"),
    path("c/<slug:slug>/nights/<int:pk>/report.pdf", night_report.night_report_pdf, name="night-report-pdf"),
]

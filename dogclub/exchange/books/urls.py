from django.urls import path

from dogclub.exchange.books import pages

urlpatterns = [
    path("c/<slug:slug>/book/", pages.book, name="book"),
    path("c/<slug:slug>/nights/<int:pk>/sheets.pdf", pages.night_sheets, name="night-sheets"),
    path("c/<slug:slug>/nights/<int:pk>/paper.pdf", pages.night_paper, name="night-paper"),
    path("c/<slug:slug>/nights/<int:pk>/report.pdf", pages.night_report_pdf, name="night-report-pdf"),
]

-- Nothing reads them since limits of orders are held against `unpaid_counts`, and each order wrote an entry to both.
drop index orders_open, orders_of_client;

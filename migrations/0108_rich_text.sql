-- A description as HTML beside its text. Null: it was written as text, and answers make the HTML of that.
alter table products add column description_html text;
alter table product_groups add column description_html text;
alter table collections add column description_html text;

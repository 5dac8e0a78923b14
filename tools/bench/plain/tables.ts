/**
 * The tables of the yardstick: the products for sale as one plain table with the index that each query needs, and plain
 * tables for purchases. Made with the dataset.
 */
export const plainTables = `
  drop schema if exists plain cascade;
  create schema plain;
  create table plain.products (
    id uuid primary key, merchant_id uuid not null, sku text not null, name text not null, description text,
    category text, price numeric(12, 2) not null, currency text not null, status text not null, image_url text,
    available int not null, version int not null default 1, created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    document tsvector generated always as (
      to_tsvector('english', name || ' ' || coalesce(description, '') || ' ' || coalesce(category, ''))) stored);
  insert into plain.products (id, merchant_id, sku, name, description, category, price, currency, status, image_url,
                              available, created_at, updated_at)
  select id, products.merchant_id, sku, name, description, category, price_minor / 100.0, currency, status, image_url,
         on_hand - reserved, created_at, products.updated_at
    from public.products join public.stock on stock.merchant_id = products.merchant_id and product_id = id
   where status = 'active' order by created_at;
  create index on plain.products (created_at desc);
  create index on plain.products using gin (document);
  create table plain.orders (
    id bigint generated always as identity primary key, user_id text not null, total numeric(12, 2) not null,
    status text not null default 'pending', created_at timestamptz not null default now());
  create index on plain.orders (user_id, created_at desc);
  create table plain.order_lines (
    order_id bigint not null references plain.orders, product_id uuid not null, name text not null,
    quantity int not null, price numeric(12, 2) not null, primary key (order_id, product_id));
  create table plain.payments (
    id bigint generated always as identity primary key, order_id bigint not null references plain.orders,
    method text not null, amount numeric(12, 2) not null, created_at timestamptz not null default now());
  create index on plain.payments (order_id);`

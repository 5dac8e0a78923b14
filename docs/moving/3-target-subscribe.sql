insert into moving (merchant_id, hidden) values (:'merchant', true);
create subscription identity connection :'source' publication identity;
create subscription shop connection :'source' publication shop;

insert into moving (merchant_id, hidden) values (:'merchant', false);

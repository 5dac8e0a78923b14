/** Generated from openapi.json by `npm run generate`. */
export interface components {
    schemas: {
        Address: {
            /** @example Ada Lovelace */
            name: string;
            company: string | null;
            /** @example 12 St James’s Square */
            line1: string;
            line2: string | null;
            /** @example London */
            city: string;
            region: string | null;
            postal_code: string | null;
            /**
             * @description ISO 3166-1 alpha-2, in capitals, or XK (Kosovo).
             * @example GB
             */
            country: string;
            phone: string | null;
        };
        /** @description The VAT number given with the order; omitted without one. */
        BuyerVat: {
            /** @example DE136695976 */
            number: string;
            /** @description The buyer owes the tax of at least one item, in another member state of the EU. `reason` in `tax_lines` says of which amounts. */
            reverse_charge: boolean;
            check: {
                /** @enum {string} */
                status: "valid" | "invalid" | "unavailable";
                checked_at: string | null;
                reference: string | null;
            } | null;
        };
        Cart: {
            id: string | null;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            merchant_id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            user_id: string;
            /** @enum {string} */
            status: "active" | "abandoned";
            /** @example GBP */
            currency: string;
            items: components["schemas"]["CartItem"][];
            /**
             * @description Sum of all lines at current prices.
             * @example 25.5
             */
            subtotal: number;
            discounts: components["schemas"]["OrderDiscount"][];
            /** @example 2.55 */
            discount_total: number;
            /**
             * @description `subtotal` less `discount_total`.
             * @example 22.95
             */
            total: number;
            /** @description Codes that the cart keeps. */
            discount_codes: string[];
            /** @description Given codes that do not apply; omitted if none was given. */
            discount_faults?: components["schemas"]["DiscountFault"][];
            /** @description Given codes that would apply, but another set of discounts saves more. */
            outdone?: string[];
            /**
             * @description Units in all lines.
             * @example 2
             */
            item_count: number;
            created_at: string | null;
            updated_at: string | null;
        };
        CartItem: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id: string;
            /** @example 22423 */
            sku: string;
            /** @example Regency cakestand, 3 tier */
            name: string;
            /** @example 2 */
            quantity: number;
            /**
             * @description Current price of one unit in the catalog.
             * @example 12.75
             */
            price: number;
            /** @example 25.5 */
            total: number;
            /** @description False if the product is no longer sold, or fewer units are in stock. */
            available: boolean;
            image_url: string | null;
            slug: string | null;
            group_id: string | null;
            /**
             * @description Of a variant; of an order as they were when it was placed.
             * @example {
             *       "Size": "M"
             *     }
             */
            options: {
                [key: string]: string;
            };
            /**
             * @description Units of the product that can be ordered when the line is read.
             * @example 37
             */
            available_quantity: number;
        };
        DiscountFault: {
            /** @example SUMMER-10 */
            code: string;
            /**
             * @description `unknown`: no code of the shop, or not for this customer. `minimum`: too little of what it is for. `not_these_products`: nothing of what it is for. `used_up`, `used_by_customer`: its limits. `not_combinable`: another given code, which saves more, stands alone.
             * @enum {string}
             */
            reason: "unknown" | "not_started" | "ended" | "minimum" | "not_these_products" | "used_up" | "used_by_customer" | "not_combinable" | "new_customers_only";
        };
        EventProduct: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** Format: uuid */
            merchant_id: string;
            /** @example 85123A */
            sku: string;
            /** @example White Hanging Heart T-Light Holder */
            name: string;
            description: string | null;
            category: string | null;
            /**
             * @description In major units of `currency`.
             * @example 2.55
             */
            price: number;
            /** @example GBP */
            currency: string;
            /**
             * @description Of a variant that is active itself: the status of its group.
             * @enum {string}
             */
            status: "draft" | "active" | "archived";
            image_url: string | null;
            /** @description Those that are ready, in their order. */
            media: components["schemas"]["Picture"][];
            /** @description False for a product that is not sent, such as a gift card. */
            requires_shipping: boolean;
            weight_grams: number | null;
            /**
             * @description Tax class, which selects among the shop’s tax rates.
             * @example standard
             */
            tax_class: string;
            /**
             * @description Whether consumers may withdraw, or why not.
             * @enum {string}
             */
            withdrawal: "allowed" | "made_to_order" | "perishable" | "sealed_hygiene" | "sealed_media" | "digital_started";
            /** @description Its units are gift cards, issued when their order is paid. */
            gift_card: boolean;
            /**
             * @description Of a gift card: how it is taxed.
             * @enum {string}
             */
            voucher: "multi" | "single";
            voucher_country: string | null;
            /** @description Units that can be bought now: on hand and not reserved. */
            available: number;
            brand: string | null;
            gtin: string | null;
            tags: string[];
            compare_at_price: number | null;
            lowest_price_30d: number | null;
            reduction: {
                /** @example 3.95 */
                from: number;
                /** @example 35 */
                percent: number;
            } | null;
            seo: {
                description: string | null;
                title: string | null;
            };
            unit_pricing: {
                /**
                 * @example {
                 *       "value": 0.75,
                 *       "unit": "l"
                 *     }
                 */
                measure: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
                /**
                 * @example {
                 *       "value": 1,
                 *       "unit": "l"
                 *     }
                 */
                base: {
                    value: number;
                    /** @enum {string} */
                    unit: "mg" | "g" | "kg" | "oz" | "lb" | "ml" | "cl" | "l" | "m3" | "mm" | "cm" | "m" | "cm2" | "m2" | "ct";
                };
            } | null;
            /**
             * @example {
             *       "public_care": "Wash cold"
             *     }
             */
            metadata: {
                [key: string]: string;
            };
            /**
             * @description Name of the product in addresses.
             * @example white-hanging-heart
             */
            slug: string;
            group_id: string | null;
            /**
             * @example {
             *       "Size": "M"
             *     }
             */
            options: {
                [key: string]: string;
            };
            /** @description Position in its group. */
            position: number;
            /**
             * @description Grows with each change of the product, not with `available`.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /** @description Of a variant alone. */
            group?: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                /** @example Linen Shirt */
                name: string;
                /**
                 * @example {
                 *       "Size": "M"
                 *     }
                 */
                options: {
                    [key: string]: string;
                };
            };
        };
        Fulfillment: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            items: {
                /**
                 * @description Of the order’s item.
                 * @example 1
                 */
                line: number;
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                product_id: string;
                /** @example 1 */
                quantity: number;
            }[];
            carrier: string | null;
            tracking_number: string | null;
            tracking_url: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            delivered_at: string | null;
            shipping_address?: components["schemas"]["Address"];
        };
        Invoice: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @enum {string} */
            type: "invoice" | "credit_note";
            /** @example INV-17 */
            number: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            order_id: string;
            /**
             * @description A day of the shop.
             * @example 2026-11-26
             */
            issue_date: string;
            /**
             * @description With tax.
             * @example 56.35
             */
            total: number;
            /** @example 6.38 */
            tax_total: number;
            /** @example GBP */
            currency: string;
            corrects: string | null;
            refund_id: string | null;
            fulfillment_id: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            issued_at: string;
            sending: components["schemas"]["InvoiceSending"] | null;
        };
        /** @description How it gets to the buyer; null: the shop does not send it. */
        InvoiceSending: {
            /**
             * @description Value of `invoices.send_by`.
             * @example mail
             */
            by: string;
            /** @enum {string} */
            status: "pending" | "sent" | "failed";
            failure: string | null;
            sent_at: string | null;
        };
        /** @description `confirm`: take a card and confirm with it. `authenticate`: show 3-D Secure in the page. `redirect`: send the shopper to this page. For the shopper only. */
        NextAction: {
            /** @enum {string} */
            type: "confirm";
            /**
             * @description For Stripe.js.
             * @example pi_3Q_secret_9F
             */
            client_secret: string;
        } | {
            /** @enum {string} */
            type: "authenticate";
            /**
             * @description For Stripe.js.
             * @example pi_3Q_secret_9F
             */
            client_secret: string;
        } | {
            /** @enum {string} */
            type: "redirect";
            /** @example https://bank.example/3ds/9F */
            url: string;
        };
        Order: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            merchant_id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            user_id: string;
            /**
             * @description Readable number, unique per merchant.
             * @example 261121-7K3M9Q
             */
            order_number: string;
            /**
             * @description Who has placed it.
             * @enum {string}
             */
            source: "storefront" | "staff" | "agent";
            /** @enum {string} */
            status: "pending" | "paid" | "processing" | "completed" | "cancelled";
            /** @enum {string} */
            payment_status: "unpaid" | "failed" | "partially_paid" | "paid" | "partially_refunded" | "refunded";
            /** @enum {string} */
            fulfillment_status: "unfulfilled" | "partially_fulfilled" | "fulfilled";
            /** @description Statuses that the caller can change the order to. Paying has its own endpoint. */
            allowed_transitions: ("pending" | "paid" | "processing" | "completed" | "cancelled")[];
            /**
             * @description Sum of the items, before discounts.
             * @example 25.5
             */
            subtotal: number;
            discounts: components["schemas"]["OrderDiscount"][];
            /**
             * @description Sum of the items’ `discount`.
             * @example 2.55
             */
            discount_total: number;
            /**
             * @description What is paid for shipping.
             * @example 0
             */
            shipping_total: number;
            /**
             * @description What makes the total one that payments can charge; below 0 for less.
             * @example 0
             */
            rounding_total: number;
            /** @example 0 */
            tax_total: number;
            /** @description True: prices contain the tax. False: it is added to the total. */
            tax_included: boolean;
            tax_lines: components["schemas"]["TaxLine"][];
            /**
             * @description The charged total: `subtotal - discount_total + shipping_total + rounding_total`, and `tax_total` unless prices include it.
             * @example 22.95
             */
            total: number;
            /**
             * @description What was paid with granted value or single-purpose vouchers: it lowers `tax_lines`, and `total` by added tax. Omitted if nothing was.
             * @example 10
             */
            untaxed_total?: number;
            /**
             * @description Sum of the successful payments, less what edits gave back.
             * @example 25.5
             */
            amount_paid: number;
            /**
             * @description What is left to pay; 0 for a cancelled order.
             * @example 0
             */
            amount_due: number;
            /** @example 0 */
            refunded_total: number;
            /** @example GBP */
            currency: string;
            items: components["schemas"]["OrderItem"][];
            email: string | null;
            phone: string | null;
            shipping_address: components["schemas"]["Address"] | null;
            billing_address: components["schemas"]["Address"] | null;
            buyer_vat?: components["schemas"]["BuyerVat"];
            shipping_method: {
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                id: string;
                /** @example Standard */
                name: string;
                /** @example 3.95 */
                price: number;
            } | null;
            /** @description To whom its gift cards are mailed; omitted: to the buyer. */
            gift?: {
                /** @example friend@example.com */
                email: string;
                message: string | null;
                send_at: string | null;
            };
            fulfillments: components["schemas"]["Fulfillment"][];
            refunds: components["schemas"]["Refund"][];
            /**
             * @description Grows with each change of the order.
             * @example 1
             */
            version: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            updated_at: string;
            /**
             * Format: date-time
             * @description Of an order by staff, which is cancelled then unless it is paid, and of an unpaid edit.
             * @example 2026-11-21T09:30:00.000Z
             */
            expires_at?: string;
            paid_at: string | null;
            completed_at: string | null;
            cancelled_at: string | null;
            cancel_reason: ("requested_by_customer" | "requested_by_merchant" | "payment_window_expired" | "released") | null;
        };
        OrderDiscount: {
            promotion_id: string | null;
            code: string | null;
            /** @example Summer sale */
            name: string;
            /**
             * @description Off the items.
             * @example 2.55
             */
            amount: number;
            /**
             * @description Off shipping.
             * @example 0
             */
            shipping_amount: number;
        };
        OrderItem: {
            /**
             * @description Number of the item in its order, from 1.
             * @example 1
             */
            line: number;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            product_id: string;
            /** @example 22423 */
            sku: string;
            /** @example Regency cakestand, 3 tier */
            name: string;
            /** @example 2 */
            quantity: number;
            /**
             * @description Price of one unit when the order was placed.
             * @example 12.75
             */
            price: number;
            /**
             * @description Price × quantity, before discounts.
             * @example 25.5
             */
            total: number;
            /**
             * @description What discounts take off the line.
             * @example 2.55
             */
            discount: number;
            /**
             * @description `total` less `discount`.
             * @example 22.95
             */
            paid: number;
            requires_shipping: boolean;
            /** @description Present only if true: staff has named it; no product has its `product_id`. */
            custom?: boolean;
            /** @description Present only if true: its units are gift cards. */
            gift_card?: boolean;
            /**
             * @description Sent units.
             * @example 0
             */
            quantity_fulfilled: number;
            /**
             * @description Cancelled or returned units.
             * @example 0
             */
            quantity_refunded: number;
            image_url: string | null;
            slug: string | null;
            group_id: string | null;
            /**
             * @description Of a variant; of an order as they were when it was placed.
             * @example {
             *       "Size": "M"
             *     }
             */
            options: {
                [key: string]: string;
            };
            /**
             * @description Units of the product that can be ordered when the line is read.
             * @example 37
             */
            available_quantity: number;
        };
        Payment: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            order_id: string;
            /** @example test */
            provider: string;
            /** @example test_success */
            method: string;
            /**
             * @description `pending`: the provider has not answered yet; the service keeps asking. `requires_action`: the shopper has to do `next_action`; a new payment replaces this one.
             * @enum {string}
             */
            status: "pending" | "requires_action" | "succeeded" | "failed" | "refunding" | "refunded";
            /** @example 25.5 */
            amount: number;
            /** @example GBP */
            currency: string;
            reference: string | null;
            failure: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
            settled_at: string | null;
            refunded_at: string | null;
            /**
             * @description Staff only, of a payment that is `refunding`: the provider refused to give it back. Retry that, or mark it as paid back, at `/admin/orders/{id}/refunds/{refund_id}` with the id of the payment.
             * @example refund_refused
             */
            refund_failure?: string;
            /** @description Present only if true: staff paid it back by another way. */
            refunded_by_hand?: boolean;
            next_action: components["schemas"]["NextAction"] | null;
        };
        Picture: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /** @description The largest JPEG. */
            url: string;
            /**
             * @description Of `url`.
             * @example 1200
             */
            width: number;
            /** @example 800 */
            height: number;
            alt: string | null;
            /** @description The smallest first. */
            sizes: components["schemas"]["PictureSize"][];
        };
        PictureSize: {
            /** @example 640 */
            width: number;
            /** @description WebP. */
            url: string;
            jpeg_url: string;
        };
        Refund: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            order_id: string;
            /** @example 12.75 */
            amount: number;
            /** @example GBP */
            currency: string;
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed";
            /**
             * @description How the money goes back. `provider`: by the payment provider. `store_credit` and `gift_card`: to the balance. `manual`: nobody moves it but the shop, which pays it back itself, as it was paid. `several`: `parts` say which. `none`: nothing was paid.
             * @enum {string}
             */
            destination: "provider" | "store_credit" | "gift_card" | "manual" | "several" | "none";
            items: {
                /**
                 * @description Of the order’s item.
                 * @example 1
                 */
                line: number;
                /**
                 * Format: uuid
                 * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                 */
                product_id: string;
                /** @example 1 */
                quantity: number;
            }[];
            reason: string | null;
            /** @description What each payment gets back, the newest first. The refund has succeeded when all parts have. */
            parts: components["schemas"]["RefundPart"][];
            /** @description Its part of the order’s tax lines; omitted for refunds of earlier releases. */
            tax_lines?: components["schemas"]["TaxLine"][];
            /**
             * Format: uuid
             * @description The return that it is for; omitted without one.
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            return_id?: string;
            /** @description Present only if true: it was added to the store credit, and has no parts. */
            store_credit?: boolean;
            /** @description Present only if true: an edit has made the order cheaper. It is no part of `refunded_total`: `total` and `amount_paid` are that much less. */
            edit?: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        RefundPart: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            payment_id: string;
            /** @example stripe */
            method: string;
            /** @example 12.75 */
            amount: number;
            /** @enum {string} */
            status: "pending" | "succeeded" | "failed";
            /**
             * @description How this part goes back.
             * @enum {string}
             */
            destination: "provider" | "store_credit" | "gift_card" | "manual";
        };
        StockChange: {
            /**
             * @description On hand before.
             * @example 40
             */
            previous_quantity: number;
            /**
             * @description On hand now.
             * @example 38
             */
            current_quantity: number;
            /** @example 3 */
            reserved: number;
            /** @example 35 */
            available: number;
            /**
             * @description Grows with each change of the product’s stock.
             * @example 2
             */
            version: number;
        };
        StockProduct: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            sku: string;
            name: string;
        };
        TaxLine: {
            /** @example VAT */
            name: string;
            /**
             * @description Percent.
             * @example 20
             */
            rate: number;
            /**
             * @description The amount that the rate applies to; includes the tax if prices do.
             * @example 25.5
             */
            taxable: number;
            /** @example 4.25 */
            amount: number;
            /** @description Present only if true: the tax also applies to the taxes before it. */
            compound?: boolean;
            /**
             * @description Reason for no tax: the buyer owes it.
             * @enum {string}
             */
            reason?: "reverse_charge";
        };
        User: {
            /**
             * Format: uuid
             * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
             */
            id: string;
            email: string | null;
            name: string | null;
            phone: string | null;
            /** @description False until the e-mail address is confirmed. */
            is_verified: boolean;
            /** @description True for a user who has not registered. */
            is_guest: boolean;
            /**
             * Format: date-time
             * @example 2026-11-21T09:30:00.000Z
             */
            created_at: string;
        };
        "cart.abandoned": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "cart.abandoned";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                cart: components["schemas"]["Cart"];
            };
            /** @constant */
            api_version: "v1";
        };
        "cart.item_added": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "cart.item_added";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                cart: components["schemas"]["Cart"];
                item: components["schemas"]["CartItem"];
            };
            /** @constant */
            api_version: "v1";
        };
        "cart.item_removed": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "cart.item_removed";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                cart: components["schemas"]["Cart"];
                item: components["schemas"]["CartItem"];
            };
            /** @constant */
            api_version: "v1";
        };
        "inventory.updated": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "inventory.updated";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                product: components["schemas"]["StockProduct"];
                inventory: components["schemas"]["StockChange"];
                /**
                 * @description Kind of the change, or a note by staff.
                 * @example order_placed
                 */
                reason: string;
            };
            /** @constant */
            api_version: "v1";
        };
        "order.cancelled": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "order.cancelled";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                order: components["schemas"]["Order"];
            };
            /** @constant */
            api_version: "v1";
        };
        "order.completed": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "order.completed";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                order: components["schemas"]["Order"];
            };
            /** @constant */
            api_version: "v1";
        };
        "order.created": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "order.created";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                order: components["schemas"]["Order"];
            };
            /** @constant */
            api_version: "v1";
        };
        "order.payment_failed": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "order.payment_failed";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                order: components["schemas"]["Order"];
                payment: components["schemas"]["Payment"];
            };
            /** @constant */
            api_version: "v1";
        };
        "order.payment_succeeded": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "order.payment_succeeded";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                order: components["schemas"]["Order"];
                payment: components["schemas"]["Payment"] | null;
            };
            /** @constant */
            api_version: "v1";
        };
        "order.updated": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "order.updated";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                order: components["schemas"]["Order"];
                /** @enum {string} */
                previous_status: "pending" | "paid" | "processing" | "completed" | "cancelled";
                /**
                 * @description Kind of the change.
                 * @example payment_status
                 * @enum {string}
                 */
                change: "status" | "fulfilled" | "refunded" | "payment_status" | "edited" | "corrected" | "return_requested" | "return_approved" | "return_declined" | "return_received" | "return_refunded" | "return_closed" | "return_cancelled" | "invoiced" | "credited";
                /**
                 * @description With `change: corrected`: what staff has corrected.
                 * @example [
                 *       "shipping_address"
                 *     ]
                 */
                fields?: ("email" | "phone" | "shipping_address" | "billing_address" | "tags" | "assignee_id" | "note")[];
                invoice?: components["schemas"]["Invoice"];
                /** @description With the changes `return_…`: which return. */
                return?: {
                    /**
                     * Format: uuid
                     * @example 019a9f3e-6f5c-7c3e-9c59-2f6a3a1f0b11
                     */
                    id: string;
                    /** @enum {string} */
                    status: "requested" | "approved" | "declined" | "received" | "refunded" | "closed" | "cancelled";
                };
            };
            /** @constant */
            api_version: "v1";
        };
        "product.created": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "product.created";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                product: components["schemas"]["EventProduct"];
            };
            /** @constant */
            api_version: "v1";
        };
        "product.deleted": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "product.deleted";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                product: components["schemas"]["EventProduct"];
            };
            /** @constant */
            api_version: "v1";
        };
        "product.updated": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "product.updated";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                product: components["schemas"]["EventProduct"];
            };
            /** @constant */
            api_version: "v1";
        };
        "user.created": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "user.created";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                user: components["schemas"]["User"];
            };
            /** @constant */
            api_version: "v1";
        };
        "user.deleted": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "user.deleted";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                user: components["schemas"]["User"];
            };
            /** @constant */
            api_version: "v1";
        };
        "user.updated": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "user.updated";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                user: components["schemas"]["User"];
            };
            /** @constant */
            api_version: "v1";
        };
        "user.verified": {
            /**
             * @description Of the event: the same at every attempt, so that receivers know what they have.
             * @example evt_019a9f3e6f5c7c3e9c592f6a3a1f0b11
             */
            id: string;
            /** @constant */
            event: "user.verified";
            /**
             * @description Unix seconds.
             * @example 1763717400
             */
            created: number;
            data: {
                user: components["schemas"]["User"];
            };
            /** @constant */
            api_version: "v1";
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}

/** Every event by its name. */
export type EventName =
  | 'user.created'
  | 'user.updated'
  | 'user.deleted'
  | 'user.verified'
  | 'order.created'
  | 'order.updated'
  | 'order.cancelled'
  | 'order.completed'
  | 'order.payment_succeeded'
  | 'order.payment_failed'
  | 'product.created'
  | 'product.updated'
  | 'product.deleted'
  | 'inventory.updated'
  | 'cart.item_added'
  | 'cart.item_removed'
  | 'cart.abandoned'

/** An event as it is delivered: `event` tells which, and with it the shape of `data`. */
export type WebhookEvent = components['schemas'][EventName]
